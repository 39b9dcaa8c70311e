import type { Pool } from '@invoicing/chassis'
import type { Item } from '@invoicing/contracts/gen/invoices/v1/invoices'
import { ITEM_COLUMNS, type ItemRow, itemOf } from './item-columns.ts'
import { listPage, type Page, type PageRequest } from './list-page.ts'

/** A page of a company's catalog. */
export async function listItems(pool: Pool, request: PageRequest): Promise<Page<Item>> {
  const page = await listPage<ItemRow>(pool, 'items', ITEM_COLUMNS, request)
  return { ...page, rows: page.rows.map(itemOf) }
}
