import type { Item } from '../gen/invoices/v1/invoices.ts'
import { instant, jsonNumber, orNull } from './values.ts'

/** A catalog item as REST shows it (contract, "Accounts, keys, catalog"). */
export function itemRecord(item: Item): Record<string, unknown> {
  return {
    _id: item.id,
    title: item.title,
    description: orNull(item.description),
    unit: orNull(item.unit),
    default_price: jsonNumber(item.defaultPrice),
    vat_rate: jsonNumber(item.vatRate),
    category: orNull(item.categoryId),
    company: item.companyId,
    'Created Date': instant(item.createdAt),
    'Modified Date': instant(item.modifiedAt),
  }
}
