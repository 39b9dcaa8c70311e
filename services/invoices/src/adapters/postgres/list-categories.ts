import type { Pool } from '@invoicing/chassis'
import type { ItemCategory } from '@invoicing/contracts/gen/invoices/v1/invoices'
import { CATEGORY_COLUMNS, type CategoryRow, categoryOf } from './category-columns.ts'
import { listPage, type Page, type PageRequest } from './list-page.ts'

/** A page of a company's item categories. */
export async function listCategories(pool: Pool, request: PageRequest): Promise<Page<ItemCategory>> {
  const page = await listPage<CategoryRow>(pool, 'item_categories', CATEGORY_COLUMNS, request)
  return { ...page, rows: page.rows.map(categoryOf) }
}
