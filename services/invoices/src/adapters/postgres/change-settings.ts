import type { Pool } from '@invoicing/chassis'
import { notFound } from '@invoicing/contracts'
import type { NoteBlocksPatch } from '@invoicing/contracts/gen/invoices/v1/invoices'
import type { ChangeSettings } from '../../app/dependencies.ts'
import type { SettingsChange } from '../../domain/settings-change.ts'
import { SETTINGS_WITH_TIMES, type SettingsRowWithTimes, settingsOf } from './settings-columns.ts'

// What the JSON does not name keeps the value that the row has once it is locked: of two changes at
// once of different settings neither undoes the other, down to the two halves of a note block.
const TEXT = `
  UPDATE billing_settings s SET (
    name, address, city, postal_code, country, tax_id, logo, accent_color, locale, time_zone,
    currency, payment_terms, paper_size, note_blocks, modified_at
  ) = (
    SELECT
      c.name, c.address, c.city, c.postal_code, c.country, c.tax_id, c.logo, c.accent_color, c.locale, c.time_zone,
      c.currency, c.payment_terms, c.paper_size,
      s.note_blocks || (
        SELECT coalesce(jsonb_object_agg(block.key, coalesce(s.note_blocks -> block.key, '{}') || block.value), '{}')
        FROM jsonb_each($3::jsonb) block
      ),
      $4::timestamptz
    FROM jsonb_populate_record(s, $2::jsonb) c
  )
  WHERE s.company_id = $1
  RETURNING ${SETTINGS_WITH_TIMES}`

/** Changes what is named of a company's settings, in one statement. */
export function changeSettings(pool: Pool): ChangeSettings {
  return async (companyId, { fields, noteBlocks }, at) => {
    const { rows } = await pool.query<SettingsRowWithTimes>({
      name: 'change-settings',
      text: TEXT,
      values: [companyId, JSON.stringify(columnsOf(fields)), JSON.stringify(blocksOf(noteBlocks)), at],
    })
    const [row] = rows
    if (row === undefined) throw notFound('Company not found')
    return settingsOf(row)
  }
}

/** JSON leaves out what is undefined, and keeps what is null. */
function columnsOf(fields: SettingsChange['fields']): Record<string, unknown> {
  return {
    name: fields.name,
    address: fields.address,
    city: fields.city,
    postal_code: fields.postalCode,
    country: fields.country,
    tax_id: fields.taxId,
    logo: fields.logo,
    accent_color: fields.accentColor,
    locale: fields.locale,
    time_zone: fields.timeZone,
    currency: fields.currency,
    payment_terms: fields.paymentTerms,
    paper_size: fields.paperSize,
  }
}

/** Named as the column has them: the JSON form of NoteBlocks. */
function blocksOf(patch: NoteBlocksPatch | undefined): Record<string, unknown> {
  return {
    howToPay: patch?.howToPay,
    legalNotice: patch?.legalNotice,
    deliveryInfo: patch?.deliveryInfo,
    footerNote: patch?.footerNote,
    notes: patch?.notes,
  }
}
