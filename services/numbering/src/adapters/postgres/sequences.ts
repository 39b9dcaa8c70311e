import type { Pool } from '@invoicing/chassis'
import type { Sequence } from '@invoicing/contracts/gen/numbering/v1/numbering'

const COLUMNS = 'company_id AS "companyId", prefix, padding'

/** Creates a company's sequence or changes how its next numbers look; absent settings stay as they are. */
export async function putSequence(
  pool: Pool,
  companyId: string,
  settings: { prefix?: string | undefined; padding?: number | undefined },
): Promise<Sequence> {
  const { rows } = await pool.query<Sequence>({
    name: 'put-sequence',
    text: `
      INSERT INTO sequences (company_id, prefix, padding) VALUES ($1, coalesce($2, 'INV-'), coalesce($3, 4))
      ON CONFLICT (company_id) DO UPDATE
        SET prefix = coalesce($2, sequences.prefix), padding = coalesce($3, sequences.padding)
      RETURNING ${COLUMNS}`,
    values: [companyId, settings.prefix, settings.padding],
  })
  const [sequence] = rows
  if (sequence === undefined) throw new Error('an upsert answered no row')
  return sequence
}

export async function getSequence(pool: Pool, companyId: string): Promise<Sequence | undefined> {
  const { rows } = await pool.query<Sequence>({
    name: 'get-sequence',
    text: `SELECT ${COLUMNS} FROM sequences WHERE company_id = $1`,
    values: [companyId],
  })
  return rows[0]
}
