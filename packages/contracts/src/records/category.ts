import type { ItemCategory } from '../gen/invoices/v1/invoices.ts'
import { instant } from './values.ts'

/** An item category as REST shows it (contract, "Accounts, keys, catalog"). */
export function categoryRecord(category: ItemCategory): Record<string, unknown> {
  return {
    _id: category.id,
    title: category.title,
    company: category.companyId,
    'Created Date': instant(category.createdAt),
    'Modified Date': instant(category.modifiedAt),
  }
}
