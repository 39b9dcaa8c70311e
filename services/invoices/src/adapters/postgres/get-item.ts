import type { Pool } from '@invoicing/chassis'
import type { Item } from '@invoicing/contracts/gen/invoices/v1/invoices'
import { ITEM_COLUMNS, type ItemRow, itemOf } from './item-columns.ts'

/** Undefined for an unknown id and for an item of another company: nobody can tell the two apart. */
export async function getItem(pool: Pool, companyId: string, itemId: string): Promise<Item | undefined> {
  const { rows } = await pool.query<ItemRow>({
    name: 'get-item',
    text: `SELECT ${ITEM_COLUMNS} FROM items i WHERE i.id = $1 AND i.company_id = $2`,
    values: [itemId, companyId],
  })
  return rows[0] && itemOf(rows[0])
}
