import { invalid } from '@invoicing/contracts'
import type { LineInput } from '@invoicing/contracts/gen/invoices/v1/invoices'
import { type Decimal, decimal } from '@invoicing/money'
import { decimalField, PRICE, QUANTITY, VAT_RATE } from './decimal-field.ts'
import { optionalText } from './text-field.ts'

export const MAX_TITLE = 500
export const MAX_UNIT = 50
const MAX_LINES = 1_000
const ONE = decimal('1')

/** What a caller says about a line: of the catalog, or a one-off. */
export type RequestedLine = {
  readonly quantity: Decimal
  readonly unitPrice: Decimal | undefined
  readonly vatRate: Decimal | undefined
  readonly unit: string | undefined
} & ({ readonly itemId: string } | { readonly itemId: undefined; readonly title: string })

/**
 * Reads the lines of a create or an update (specification 4.2, "Line object").
 *
 * @throws AppError invalid_argument naming the field
 */
export function requestedLines(inputs: readonly LineInput[]): RequestedLine[] {
  if (inputs.length === 0) throw invalid('items is required: at least one line, each with item_id or title')
  if (inputs.length > MAX_LINES) throw invalid(`items must hold at most ${MAX_LINES} lines`)
  return inputs.map(requestedLine)
}

function requestedLine(input: LineInput, index: number): RequestedLine {
  const field = (name: string) => `items[${index}].${name}`
  const number = (name: string, text: string | undefined, range: typeof PRICE) =>
    text === undefined ? undefined : decimalField(field(name), text, range)

  const details = {
    quantity: number('quantity', input.quantity, QUANTITY) ?? ONE,
    unitPrice: number('unit_price', input.unitPrice, PRICE),
    vatRate: number('vat_rate', input.vatRate, VAT_RATE),
    unit: optionalText(field('unit'), input.unit, MAX_UNIT),
  }
  // The title of a catalog line is the item's: what was sent is not even looked at.
  if (input.itemId) return { ...details, itemId: input.itemId }
  const title = optionalText(field('title'), input.title, MAX_TITLE)
  if (title === undefined) throw invalid(`items[${index}] needs an item_id or a title`)
  return { ...details, itemId: undefined, title }
}
