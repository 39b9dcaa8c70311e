import { invalid } from '@invoicing/contracts'
import { type Decimal, decimal, parseDecimal } from '@invoicing/money'

/** What a number that a caller sends may be (contract, "Reading and writing" and "Money"). */
interface Range {
  readonly least: Decimal
  readonly most: Decimal
  /** Whether `least` itself is out of range. */
  readonly above?: boolean
  /** How the message says it. */
  readonly words: string
}

const TRILLION = decimal('1e12')
const ZERO = decimal('0')
const MAX_DECIMALS = 6

/** How much of something: greater than 0. */
export const QUANTITY: Range = { least: ZERO, most: TRILLION, above: true, words: 'greater than 0' }
/** A price of one unit; negative for a discount. */
export const PRICE: Range = {
  least: decimal('-1e12'),
  most: TRILLION,
  words: 'from -1000000000000 to 1000000000000',
}
/** A percentage. */
export const VAT_RATE: Range = { least: ZERO, most: decimal('100'), words: 'from 0 to 100' }

/**
 * A number that a caller sent, in its shortest form.
 *
 * @throws AppError invalid_argument naming the field when it is no number, out of range, or has
 * more than 6 decimals
 */
export function decimalField(field: string, text: string, range: Range): Decimal {
  const number = parseDecimal(text)
  const low = number?.compare(range.least) ?? -1
  if (number === undefined || low < 0 || (low === 0 && range.above === true)) {
    throw invalid(`${field} must be a number ${range.words}`)
  }
  if (number.compare(range.most) > 0) throw invalid(`${field} must be a number up to ${range.most}`)
  if (number.decimals > MAX_DECIMALS) throw invalid(`${field} must have at most ${MAX_DECIMALS} decimals`)
  return number
}
