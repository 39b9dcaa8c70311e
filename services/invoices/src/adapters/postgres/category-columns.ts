import type { ItemCategory } from '@invoicing/contracts/gen/invoices/v1/invoices'

/** The columns of item_categories (alias `i`) that make up an ItemCategory. */
export const CATEGORY_COLUMNS = 'i.id, i.company_id, i.seq, i.title, i.created_at, i.modified_at'

/** A row of CATEGORY_COLUMNS. */
export interface CategoryRow {
  id: string
  company_id: string
  seq: number
  title: string
  created_at: Date
  modified_at: Date
}

export function categoryOf(row: CategoryRow): ItemCategory {
  const { id, company_id: companyId, title, created_at: createdAt, modified_at: modifiedAt } = row
  return { id, companyId, title, createdAt, modifiedAt }
}
