import type { Pool } from '@invoicing/chassis'
import type { InsertApiKey } from '../../app/dependencies.ts'

export function insertApiKey(pool: Pool): InsertApiKey {
  return async ({ id, companyId, hash, lastFour }) => {
    const { rowCount } = await pool.query({
      name: 'insert-api-key',
      text: `
        INSERT INTO api_keys (id, company_id, hash, last_four)
        SELECT $1, id, $3, $4 FROM companies WHERE id = $2`,
      values: [id, companyId, hash, lastFour],
    })
    return rowCount === 1
  }
}
