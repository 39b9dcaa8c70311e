import type { Pool } from '@invoicing/chassis'
import { notFound } from '@invoicing/contracts'
import type { RenameCategory } from '../../app/dependencies.ts'
import { CATEGORY_COLUMNS, type CategoryRow, categoryOf } from './category-columns.ts'

/** A category has no other field than its title. */
export function renameCategory(pool: Pool): RenameCategory {
  return async (companyId, categoryId, title, at) => {
    const { rows } = await pool.query<CategoryRow>({
      name: 'rename-category',
      text: `
        UPDATE item_categories i SET title = $3, modified_at = $4 WHERE i.id = $1 AND i.company_id = $2
        RETURNING ${CATEGORY_COLUMNS}`,
      values: [categoryId, companyId, title, at],
    })
    const [row] = rows
    if (row === undefined) throw notFound('Category not found')
    return categoryOf(row)
  }
}
