import type { UpdateItemRequest } from '@invoicing/contracts/gen/invoices/v1/invoices'
import { requireClearable } from './clearable.ts'
import { decimalField, PRICE, VAT_RATE } from './decimal-field.ts'
import { MAX_CATEGORY, MAX_DESCRIPTION } from './new-item.ts'
import { MAX_TITLE, MAX_UNIT } from './requested-line.ts'
import { optionalText, requiredText } from './text-field.ts'

/** What an update changes of an item: absent fields stay, null ones become absent. */
export interface ItemChange {
  readonly title?: string
  readonly description?: string | null
  readonly unit?: string | null
  readonly defaultPrice?: string
  readonly vatRate?: string
  readonly categoryId?: string | null
}

const CLEARABLE = ['description', 'unit', 'default_price', 'vat_rate', 'category_id']

/**
 * Reads an update of an item (contract, "Accounts, keys, catalog"). What is cleared becomes what it
 * is when a create leaves it out: null, and 0 for price and rate.
 *
 * @throws AppError invalid_argument naming the field
 */
export function itemChange(request: UpdateItemRequest): ItemChange {
  const { clear } = request
  requireClearable(clear, CLEARABLE)
  const text = (field: string, value: string | undefined, most: number, name = field) => {
    if (clear.includes(name)) return { value: null }
    return value === undefined ? undefined : { value: optionalText(field, value, most) ?? null }
  }
  const number = (field: string, value: string | undefined, range: typeof PRICE) => {
    const given = clear.includes(field) ? '0' : value
    return given === undefined ? undefined : { value: decimalField(field, given, range).toString() }
  }
  const { title } = request
  const description = text('description', request.description, MAX_DESCRIPTION)
  const unit = text('unit', request.unit, MAX_UNIT)
  const defaultPrice = number('default_price', request.defaultPrice, PRICE)
  const vatRate = number('vat_rate', request.vatRate, VAT_RATE)
  const category = text('category', request.categoryId, MAX_CATEGORY, 'category_id')
  return {
    ...(title === undefined ? {} : { title: requiredText('title', title, MAX_TITLE) }),
    ...(description && { description: description.value }),
    ...(unit && { unit: unit.value }),
    ...(defaultPrice && { defaultPrice: defaultPrice.value }),
    ...(vatRate && { vatRate: vatRate.value }),
    ...(category && { categoryId: category.value }),
  }
}
