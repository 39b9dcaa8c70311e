import type { CreateItemRequest, Item } from '@invoicing/contracts/gen/invoices/v1/invoices'
import { decimalField, PRICE, VAT_RATE } from './decimal-field.ts'
import { MAX_TITLE, MAX_UNIT } from './requested-line.ts'
import { optionalText, requiredText } from './text-field.ts'

export const MAX_DESCRIPTION = 2_000
/** An id is shorter; what is longer is none. */
export const MAX_CATEGORY = 100

type ItemFields = Pick<Item, 'title' | 'description' | 'unit' | 'defaultPrice' | 'vatRate' | 'categoryId'>

/**
 * Reads the fields of a new catalog item; price and rate are 0 when absent.
 *
 * @throws AppError invalid_argument naming the field
 */
export function newItemFields(request: CreateItemRequest): ItemFields {
  return {
    title: requiredText('title', request.title, MAX_TITLE),
    description: optionalText('description', request.description, MAX_DESCRIPTION),
    unit: optionalText('unit', request.unit, MAX_UNIT),
    defaultPrice: decimalField('default_price', request.defaultPrice ?? '0', PRICE).toString(),
    vatRate: decimalField('vat_rate', request.vatRate ?? '0', VAT_RATE).toString(),
    categoryId: optionalText('category', request.categoryId, MAX_CATEGORY),
  }
}
