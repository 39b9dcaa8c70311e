import type { Pool } from '@invoicing/chassis'
import type { StoreSettings } from '../../app/dependencies.ts'

/** A new company's settings and the starts of its lists, in one statement; again, it changes nothing. */
export function storeSettings(pool: Pool): StoreSettings {
  return async (settings, at) => {
    await pool.query({
      name: 'store-settings',
      text: `
        WITH settings AS (
          INSERT INTO billing_settings (
            company_id, name, currency, payment_terms, time_zone, locale, created_at, modified_at
          )
          VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
          ON CONFLICT (company_id) DO NOTHING
        )
        INSERT INTO list_sequences (company_id, list)
        SELECT $1, unnest(ARRAY['invoices', 'items', 'item_categories'])
        ON CONFLICT (company_id, list) DO NOTHING`,
      values: [
        settings.companyId,
        settings.name,
        settings.currency,
        settings.paymentTerms,
        settings.timeZone,
        settings.locale,
        at,
      ],
    })
  }
}
