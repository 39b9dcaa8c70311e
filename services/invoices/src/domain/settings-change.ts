import { invalid } from '@invoicing/contracts'
import type { NoteBlocksPatch, UpdateSettingsRequest } from '@invoicing/contracts/gen/invoices/v1/invoices'
import {
  type BillingSettings,
  companyName,
  currencyOf,
  localeOf,
  paymentTermsOf,
  timeZoneOf,
} from './billing-settings.ts'
import { requireClearable } from './clearable.ts'
import { noteBlocksPatch } from './note-blocks-patch.ts'
import { optionalText } from './text-field.ts'

type Fields = Omit<BillingSettings, 'companyId' | 'noteBlocks'>

/** What an update changes of a company's settings: absent fields stay, null ones become absent. */
export interface SettingsChange {
  readonly fields: { readonly [K in keyof Fields]?: Fields[K] | null | undefined }
  readonly noteBlocks: NoteBlocksPatch | undefined
}

const MAX_TEXT = 2_000
const MAX_URL = 2_048
const CLEARABLE = ['address', 'city', 'postal_code', 'country', 'tax_id', 'logo', 'accent_color']

/**
 * Reads an update of a company's settings (contract, "Accounts, keys, catalog"): all of it, before
 * any of it is written.
 *
 * @throws AppError invalid_argument naming the field
 */
export function settingsChange(request: UpdateSettingsRequest): SettingsChange {
  const { clear, name, locale, timeZone, currency, paymentTerms, paperSize, noteBlocks } = request
  requireClearable(clear, CLEARABLE)
  const text = (field: string, value: string | undefined, most = MAX_TEXT) => {
    if (clear.includes(field)) return null
    return value === undefined ? undefined : (optionalText(field, value, most) ?? null)
  }
  const logo = text('logo', request.logo, MAX_URL)
  const accentColor = text('accent_color', request.accentColor)
  return {
    fields: {
      name: name === undefined ? undefined : companyName(name),
      address: text('address', request.address),
      city: text('city', request.city),
      postalCode: text('postal_code', request.postalCode),
      country: text('country', request.country),
      taxId: text('tax_id', request.taxId),
      logo: logo && webUrl('logo', logo),
      accentColor: accentColor && hexColor('accent_color', accentColor),
      locale: locale === undefined ? undefined : localeOf(locale),
      timeZone: timeZone === undefined ? undefined : timeZoneOf(timeZone),
      currency: currency === undefined ? undefined : currencyOf(currency),
      paymentTerms: paymentTerms === undefined ? undefined : paymentTermsOf(paymentTerms),
      paperSize: paperSize === undefined ? undefined : paperSizeOf(paperSize),
    },
    noteBlocks: noteBlocks && noteBlocksPatch(noteBlocks),
  }
}

function webUrl(field: string, text: string): string {
  // Asked of the text too: the URL parser would take "https:example.com" and repair it.
  if (!/^https?:\/\/[^\s]+$/i.test(text) || !URL.canParse(text)) {
    throw invalid(`${field} must be an http or https URL`)
  }
  return text
}

function hexColor(field: string, text: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(text)) throw invalid(`${field} must be a colour such as #1a73e8`)
  return text
}

function paperSizeOf(text: string): 'A4' | 'Letter' {
  if (text !== 'A4' && text !== 'Letter') throw invalid('paper_size must be A4 or Letter')
  return text
}
