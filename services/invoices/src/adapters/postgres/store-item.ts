import type { Pool } from '@invoicing/chassis'
import { notFound } from '@invoicing/contracts'
import type { StoreItem } from '../../app/dependencies.ts'
import { isMissingCategory } from './missing-category.ts'

/**
 * Puts an item at the head of its company's list in one statement. Whether its category is there
 * is left to the foreign key: a look before the insert could be overtaken by a deletion.
 */
export function storeItem(pool: Pool): StoreItem {
  return async (item) => {
    try {
      const { rowCount } = await pool.query({
        name: 'store-item',
        text: `
          WITH place AS (
            UPDATE list_sequences SET last = last + 1
            WHERE company_id = $2 AND list = 'items'
            RETURNING last
          )
          INSERT INTO items (
            id, company_id, seq, title, description, unit, default_price, vat_rate, category_id,
            created_at, modified_at
          )
          SELECT $1, $2, place.last, $3, $4, $5, $6, $7, $8, $9, $10 FROM place`,
        values: [
          item.id,
          item.companyId,
          item.title,
          item.description,
          item.unit,
          item.defaultPrice,
          item.vatRate,
          item.categoryId,
          item.createdAt,
          item.modifiedAt,
        ],
      })
      if (rowCount === 0) throw notFound('Company not found')
    } catch (error) {
      if (isMissingCategory(error)) throw notFound('Category not found')
      throw error
    }
  }
}
