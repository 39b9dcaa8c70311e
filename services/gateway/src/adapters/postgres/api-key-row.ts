import type { ApiKey } from '@invoicing/contracts/gen/gateway/v1/admin'

/** A key as operators see it: never its hash. */
export const API_KEY_COLUMNS = `
  api_keys.id, api_keys.company_id AS "companyId", last_four AS "lastFour",
  api_keys.created_at AS "createdAt", revoked_at AS "revokedAt"`

export interface ApiKeyRow {
  id: string
  companyId: string
  lastFour: string
  createdAt: Date
  revokedAt: Date | null
}

export function apiKeyOf({ revokedAt, ...row }: ApiKeyRow): ApiKey {
  return { ...row, revokedAt: revokedAt ?? undefined }
}
