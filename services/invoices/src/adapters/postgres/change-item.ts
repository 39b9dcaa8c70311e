import type { Pool } from '@invoicing/chassis'
import { notFound } from '@invoicing/contracts'
import type { ChangeItem } from '../../app/dependencies.ts'
import { ITEM_COLUMNS, type ItemRow, itemOf } from './item-columns.ts'
import { isMissingCategory } from './missing-category.ts'

/**
 * Changes the named columns alone, in one statement: of two changes at once of different fields
 * neither undoes the other. Whether a new category is there is left to the foreign key.
 */
export function changeItem(pool: Pool): ChangeItem {
  return async (companyId, itemId, change, at) => {
    try {
      const { rows } = await pool.query<ItemRow>({
        name: 'change-item',
        text: `
          UPDATE items i SET
            title = CASE WHEN 'title' = ANY ($4::text[]) THEN $5 ELSE i.title END,
            description = CASE WHEN 'description' = ANY ($4) THEN $6 ELSE i.description END,
            unit = CASE WHEN 'unit' = ANY ($4) THEN $7 ELSE i.unit END,
            default_price = CASE WHEN 'defaultPrice' = ANY ($4) THEN $8::numeric ELSE i.default_price END,
            vat_rate = CASE WHEN 'vatRate' = ANY ($4) THEN $9::numeric ELSE i.vat_rate END,
            category_id = CASE WHEN 'categoryId' = ANY ($4) THEN $10 ELSE i.category_id END,
            modified_at = $3
          WHERE i.id = $1 AND i.company_id = $2
          RETURNING ${ITEM_COLUMNS}`,
        values: [
          itemId,
          companyId,
          at,
          Object.keys(change),
          change.title,
          change.description,
          change.unit,
          change.defaultPrice,
          change.vatRate,
          change.categoryId,
        ],
      })
      const [row] = rows
      if (row === undefined) throw notFound('Item not found')
      return itemOf(row)
    } catch (error) {
      if (isMissingCategory(error)) throw notFound('Category not found')
      throw error
    }
  }
}
