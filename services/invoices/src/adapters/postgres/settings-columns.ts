import { NoteBlocks } from '@invoicing/contracts/gen/invoices/v1/invoice'
import type { Settings } from '@invoicing/contracts/gen/invoices/v1/invoices'
import { withoutNulls } from './without-nulls.ts'

/** The columns of billing_settings (alias `s`) that invoices are made with. */
export const SETTINGS_COLUMNS = `
  s.company_id AS "companyId", s.name, s.address, s.city, s.postal_code AS "postalCode", s.country,
  s.tax_id AS "taxId", s.logo, s.accent_color AS "accentColor", s.locale, s.time_zone AS "timeZone",
  s.currency, s.payment_terms AS "paymentTerms", s.paper_size AS "paperSize",
  s.note_blocks AS "noteBlocks"`

/** A row of SETTINGS_COLUMNS. */
export interface SettingsRow {
  companyId: string
  name: string
  address: string | null
  city: string | null
  postalCode: string | null
  country: string | null
  taxId: string | null
  logo: string | null
  accentColor: string | null
  locale: string
  timeZone: string
  currency: string
  paymentTerms: number
  paperSize: 'A4' | 'Letter'
  noteBlocks: Partial<NoteBlocks>
}

/** What makes up Settings. */
export const SETTINGS_WITH_TIMES = `${SETTINGS_COLUMNS}, s.created_at AS "createdAt", s.modified_at AS "modifiedAt"`

/** A row of SETTINGS_WITH_TIMES. */
export type SettingsRowWithTimes = SettingsRow & { createdAt: Date; modifiedAt: Date }

export function settingsOf(row: SettingsRowWithTimes): Settings {
  return { ...withoutNulls(row), noteBlocks: NoteBlocks.fromPartial(row.noteBlocks) }
}
