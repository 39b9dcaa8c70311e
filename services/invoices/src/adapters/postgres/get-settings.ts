import type { Pool } from '@invoicing/chassis'
import type { Settings } from '@invoicing/contracts/gen/invoices/v1/invoices'
import { SETTINGS_WITH_TIMES, type SettingsRowWithTimes, settingsOf } from './settings-columns.ts'

/** Undefined for a company without settings. */
export async function getSettings(pool: Pool, companyId: string): Promise<Settings | undefined> {
  const { rows } = await pool.query<SettingsRowWithTimes>({
    name: 'get-settings',
    text: `SELECT ${SETTINGS_WITH_TIMES} FROM billing_settings s WHERE s.company_id = $1`,
    values: [companyId],
  })
  return rows[0] && settingsOf(rows[0])
}
