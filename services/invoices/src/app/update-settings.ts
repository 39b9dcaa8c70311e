import type { Settings, UpdateSettingsRequest } from '@invoicing/contracts/gen/invoices/v1/invoices'
import { settingsChange } from '../domain/settings-change.ts'
import type { ChangeSettings } from './dependencies.ts'

/**
 * Changes what is named of a company's settings (contract, "Accounts, keys, catalog"). Invoices to
 * come are made with them; those that are there keep what they were made with. A change of nothing
 * is a change of its time alone: the number's prefix and padding, which numbering owns, are the
 * company's too.
 *
 * @throws AppError invalid_argument naming the field, or not_found
 */
export function updateSettings({ changeSettings }: { readonly changeSettings: ChangeSettings }) {
  return (request: UpdateSettingsRequest): Promise<Settings> =>
    changeSettings(request.companyId, settingsChange(request), new Date())
}
