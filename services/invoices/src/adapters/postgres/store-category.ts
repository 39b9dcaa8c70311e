import type { Pool } from '@invoicing/chassis'
import { notFound } from '@invoicing/contracts'
import type { StoreCategory } from '../../app/dependencies.ts'

/** Puts a category at the head of its company's list in one statement. */
export function storeCategory(pool: Pool): StoreCategory {
  return async ({ id, companyId, title, createdAt, modifiedAt }) => {
    const { rowCount } = await pool.query({
      name: 'store-category',
      text: `
        WITH place AS (
          UPDATE list_sequences SET last = last + 1
          WHERE company_id = $2 AND list = 'item_categories'
          RETURNING last
        )
        INSERT INTO item_categories (id, company_id, seq, title, created_at, modified_at)
        SELECT $1, $2, place.last, $3, $4, $5 FROM place`,
      values: [id, companyId, title, createdAt, modifiedAt],
    })
    if (rowCount === 0) throw notFound('Company not found')
  }
}
