import type { Pool } from '@invoicing/chassis'
import type { FindApiKeys, FoundApiKey } from '../../app/dependencies.ts'

/** By the unique index on the hash; one statement for all requests that wait. */
export function findApiKeys(pool: Pool): FindApiKeys {
  return async (hashes) => {
    const { rows } = await pool.query<FoundApiKey>({
      name: 'find-api-keys',
      text: `
        SELECT hash, id AS "keyId", company_id AS "companyId" FROM api_keys
        WHERE hash = ANY ($1::bytea[]) AND revoked_at IS NULL`,
      values: [hashes],
    })
    return rows
  }
}
