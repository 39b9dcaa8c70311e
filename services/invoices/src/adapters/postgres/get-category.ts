import type { Pool } from '@invoicing/chassis'
import type { ItemCategory } from '@invoicing/contracts/gen/invoices/v1/invoices'
import { CATEGORY_COLUMNS, type CategoryRow, categoryOf } from './category-columns.ts'

/** Undefined for an unknown id and for a category of another company. */
export async function getCategory(
  pool: Pool,
  companyId: string,
  categoryId: string,
): Promise<ItemCategory | undefined> {
  const { rows } = await pool.query<CategoryRow>({
    name: 'get-category',
    text: `SELECT ${CATEGORY_COLUMNS} FROM item_categories i WHERE i.id = $1 AND i.company_id = $2`,
    values: [categoryId, companyId],
  })
  return rows[0] && categoryOf(rows[0])
}
