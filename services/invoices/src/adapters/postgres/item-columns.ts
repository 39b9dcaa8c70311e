import type { Item } from '@invoicing/contracts/gen/invoices/v1/invoices'
import { amount } from './amount.ts'
import { withoutNulls } from './without-nulls.ts'

/** The columns of items (alias `i`) that make up an Item. */
export const ITEM_COLUMNS = `
  i.id, i.company_id, i.seq, i.title, i.description, i.unit, i.default_price, i.vat_rate, i.category_id,
  i.created_at, i.modified_at`

/** A row of ITEM_COLUMNS. */
export interface ItemRow {
  id: string
  company_id: string
  seq: number
  title: string
  description: string | null
  unit: string | null
  default_price: string
  vat_rate: string
  category_id: string | null
  created_at: Date
  modified_at: Date
}

/** The item of a row, equal in every byte to what created it. */
export function itemOf(row: ItemRow): Item {
  const { id, company_id, title, description, unit, category_id, created_at, modified_at } = withoutNulls(row)
  return {
    id,
    companyId: company_id,
    title,
    description,
    unit,
    defaultPrice: amount(row.default_price),
    vatRate: amount(row.vat_rate),
    categoryId: category_id,
    createdAt: created_at,
    modifiedAt: modified_at,
  }
}
