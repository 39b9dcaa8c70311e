import type { Pool } from '@invoicing/chassis'
import type { ListName } from './list-page.ts'

/**
 * Removes a row of a list and notes the place that it leaves empty, in one statement, so that
 * `remaining` is exact at every moment. Of several deletions of one row one removes it.
 *
 * Invoices are not removed here: more goes with them.
 *
 * @returns false for an unknown id and for one of another company
 */
export async function deleteListed(
  pool: Pool,
  list: Exclude<ListName, 'invoices'>,
  companyId: string,
  id: string,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: `delete-${list}`,
    text: `
      WITH gone AS (DELETE FROM ${list} WHERE id = $1 AND company_id = $2 RETURNING seq)
      INSERT INTO deleted_rows (company_id, list, seq) SELECT $2, '${list}', gone.seq FROM gone`,
    values: [id, companyId],
  })
  return rowCount === 1
}
