import { isId, notFound } from '@invoicing/contracts'
import type { LineInput } from '@invoicing/contracts/gen/invoices/v1/invoices'
import type { Static } from 'typebox'
import type { InvoiceBody } from './schemas/invoice.ts'

/**
 * A line of a create or an update, for the invoices service.
 *
 * @throws AppError not_found, in the specification's own words, for what cannot be an item
 */
export function lineInput(line: Static<typeof InvoiceBody>['items'][number]): LineInput {
  const itemId = line.item_id ?? undefined
  if (itemId !== undefined && !isId('item', itemId)) throw notFound('Client not found')
  return {
    itemId,
    title: itemId === undefined ? (line.title ?? undefined) : undefined,
    quantity: line.quantity ?? undefined,
    unitPrice: line.unit_price ?? undefined,
    vatRate: line.vat_rate ?? undefined,
    unit: line.unit ?? undefined,
  }
}
