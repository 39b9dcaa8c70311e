import { newId, notFound } from '@invoicing/contracts'
import { apiKeyHash, newApiKey } from '../domain/api-key.ts'
import type { InsertApiKey } from './dependencies.ts'

interface Dependencies {
  readonly insertApiKey: InsertApiKey
  readonly pepper: string
}

/**
 * Makes a key of a company. The answer is the only time it is seen.
 *
 * @throws AppError not_found for a company that does not exist
 */
export function createKey({ insertApiKey, pepper }: Dependencies) {
  return async (companyId: string): Promise<{ keyId: string; apiKey: string }> => {
    const apiKey = newApiKey()
    const keyId = newId('apiKey')
    const hash = apiKeyHash(apiKey, pepper)
    const inserted = await insertApiKey({ id: keyId, companyId, hash, lastFour: apiKey.slice(-4) })
    if (!inserted) throw notFound('Company not found')
    return { keyId, apiKey }
  }
}
