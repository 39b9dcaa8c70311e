import type { Pool } from '@invoicing/chassis'
import type { ApiKey } from '@invoicing/contracts/gen/gateway/v1/admin'
import { API_KEY_COLUMNS, type ApiKeyRow, apiKeyOf } from './api-key-row.ts'

/** Revokes a key; a second time changes nothing. Undefined for a key that does not exist. */
export async function revokeApiKey(pool: Pool, keyId: string): Promise<ApiKey | undefined> {
  const { rows } = await pool.query<ApiKeyRow>({
    name: 'revoke-api-key',
    text: `
      UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1 RETURNING ${API_KEY_COLUMNS}`,
    values: [keyId],
  })
  return rows.map(apiKeyOf)[0]
}
