import type { Pool } from '@invoicing/chassis'

/** The lists of a company that 0001_lists.sql keeps places of. */
export type ListName = 'invoices' | 'items' | 'item_categories'

export interface PageRequest {
  readonly companyId: string
  readonly limit: number
  /** The place the former page ended at; undefined for the first page. */
  readonly after: number | undefined
}

export interface Page<R> {
  /** Newest first. */
  readonly rows: readonly R[]
  /** What the list holds after this page. */
  readonly remaining: number
  /** The place this page ended at; undefined at the end of the list. */
  readonly next: number | undefined
}

/** Above every place: where a list is read from its head. */
const HEAD = Number.MAX_SAFE_INTEGER

/**
 * One page of a company's list by keyset, and exactly how many rows follow it: the places below
 * its last row, less those that deletions left empty. Both come from one statement, so they fit
 * each other whatever is written meanwhile.
 *
 * @param columns of the list's table, alias `i`; `i.seq` among them
 */
export async function listPage<R extends { seq: number }>(
  pool: Pool,
  list: ListName,
  columns: string,
  { companyId, limit, after = HEAD }: PageRequest,
): Promise<Page<R>> {
  const { rows } = await pool.query<R & { remaining: number }>({
    name: `list-${list}`,
    text: `
      WITH page AS MATERIALIZED (
        SELECT ${columns} FROM ${list} i
        WHERE i.company_id = $1 AND i.seq < $2
        ORDER BY i.seq DESC
        LIMIT $3
      )
      SELECT page.*, (
        SELECT min(seq) FROM page) - 1 - (
        SELECT count(*) FROM deleted_rows d
        WHERE d.company_id = $1 AND d.list = '${list}' AND d.seq < (SELECT min(seq) FROM page)
      ) AS remaining
      FROM page
      ORDER BY page.seq DESC`,
    values: [companyId, after, limit],
  })
  const last = rows.at(-1)
  const remaining = last?.remaining ?? 0
  return { rows, remaining, next: remaining > 0 ? last?.seq : undefined }
}
