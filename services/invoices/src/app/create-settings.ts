import { type NewBillingSettings, newBillingSettings } from '../domain/billing-settings.ts'
import type { StoreSettings } from './dependencies.ts'

/**
 * Creates the billing settings of a new company. Repeating it with the same company id changes
 * nothing, so whoever makes companies may simply try again.
 *
 * @throws AppError invalid_argument naming the setting
 */
export function createSettings({ storeSettings }: { storeSettings: StoreSettings }) {
  return (sent: NewBillingSettings): Promise<void> => storeSettings(newBillingSettings(sent), new Date())
}
