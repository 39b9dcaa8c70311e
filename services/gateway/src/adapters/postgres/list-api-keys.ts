import type { Pool } from '@invoicing/chassis'
import type { ApiKey } from '@invoicing/contracts/gen/gateway/v1/admin'
import { API_KEY_COLUMNS, type ApiKeyRow, apiKeyOf } from './api-key-row.ts'

/** An operator's look at a company's keys, newest first; undefined for a company that does not exist. */
export async function listApiKeys(pool: Pool, companyId: string): Promise<ApiKey[] | undefined> {
  const { rows } = await pool.query<{ [K in keyof ApiKeyRow]: ApiKeyRow[K] | null }>({
    name: 'list-api-keys',
    text: `
      SELECT ${API_KEY_COLUMNS} FROM companies LEFT JOIN api_keys ON api_keys.company_id = companies.id
      WHERE companies.id = $1 ORDER BY api_keys.id DESC LIMIT 1000`,
    values: [companyId],
  })
  if (rows.length === 0) return undefined
  return rows.filter((row): row is ApiKeyRow => row.id !== null).map(apiKeyOf)
}
