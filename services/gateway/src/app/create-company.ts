import { newId } from '@invoicing/contracts'
import { companySettings, type GivenSettings } from '../domain/company-settings.ts'
import type { CreateBillingSettings, InsertCompany, PutSequence } from './dependencies.ts'

interface Dependencies {
  readonly insertCompany: InsertCompany
  readonly createBillingSettings: CreateBillingSettings
  readonly putSequence: PutSequence
  readonly createKey: (companyId: string) => Promise<{ apiKey: string }>
}

/**
 * Makes a company with its billing settings, its number sequence and its first key. The key comes
 * last: what fails half-way leaves a company that nobody can reach, never a key of one that cannot
 * make invoices.
 *
 * @throws AppError invalid_argument naming the option that is wrong
 */
export function createCompany({
  insertCompany,
  createBillingSettings,
  putSequence,
  createKey,
}: Dependencies) {
  return async (given: GivenSettings): Promise<{ companyId: string; apiKey: string }> => {
    const { prefix, ...settings } = companySettings(given)
    const companyId = newId('company')
    await insertCompany(companyId)
    await createBillingSettings({ companyId, ...settings })
    await putSequence({ companyId, prefix })
    const { apiKey } = await createKey(companyId)
    return { companyId, apiKey }
  }
}
