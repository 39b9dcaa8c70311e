import { invalid } from '@invoicing/contracts'
import type { NoteBlocks } from '@invoicing/contracts/gen/invoices/v1/invoice'
import { isCurrency } from '@invoicing/money'
import { requiredText } from './text-field.ts'

/** What a company's invoices are made with (contract, "Accounts, keys, catalog"). */
export interface BillingSettings {
  readonly companyId: string
  readonly name: string
  readonly address: string | undefined
  readonly city: string | undefined
  readonly postalCode: string | undefined
  readonly country: string | undefined
  readonly taxId: string | undefined
  readonly logo: string | undefined
  readonly accentColor: string | undefined
  /** BCP 47. */
  readonly locale: string
  /** IANA name: what "today" means. */
  readonly timeZone: string
  /** ISO 4217. */
  readonly currency: string
  /** Days from issue to due date, 0 to 3650. */
  readonly paymentTerms: number
  readonly paperSize: 'A4' | 'Letter'
  /** Copied onto new invoices. */
  readonly noteBlocks: NoteBlocks
}

/** What a company's settings start with; the rest is set later. */
export type NewBillingSettings = Pick<
  BillingSettings,
  'companyId' | 'name' | 'currency' | 'paymentTerms' | 'timeZone' | 'locale'
>

const MAX_NAME = 200
const MAX_PAYMENT_TERMS = 3650
const EPOCH = Temporal.Instant.fromEpochMilliseconds(0)

/**
 * Checks a new company's settings and brings names of zones and locales into their usual spelling.
 *
 * @throws AppError invalid_argument naming the field
 */
export function newBillingSettings(sent: NewBillingSettings): NewBillingSettings {
  return {
    companyId: sent.companyId,
    name: companyName(sent.name),
    currency: currencyOf(sent.currency),
    paymentTerms: paymentTermsOf(sent.paymentTerms),
    timeZone: timeZoneOf(sent.timeZone),
    locale: localeOf(sent.locale),
  }
}

export function companyName(text: string): string {
  return requiredText('name', text, MAX_NAME)
}

export function currencyOf(text: string): string {
  const code = text.trim()
  if (!isCurrency(code)) throw invalid('currency must be an ISO 4217 code such as EUR')
  return code
}

export function paymentTermsOf(days: number): number {
  if (!Number.isInteger(days) || days < 0 || days > MAX_PAYMENT_TERMS)
    throw invalid(`payment_terms must be a whole number of days from 0 to ${MAX_PAYMENT_TERMS}`)
  return days
}

/** In its usual spelling: "europe/paris" is Europe/Paris. */
export function timeZoneOf(text: string): string {
  try {
    // An offset such as +01:00 would be taken too, but is no zone: it has no summer time.
    if (/^[A-Za-z]/.test(text)) return EPOCH.toZonedDateTimeISO(text).timeZoneId
  } catch {
    // Temporal throws for a name it does not know.
  }
  throw invalid('time_zone must be an IANA time zone such as Europe/Paris')
}

/** In its usual spelling: "fr-fr" is fr-FR. */
export function localeOf(text: string): string {
  try {
    const [locale] = Intl.getCanonicalLocales(text)
    if (locale !== undefined && Intl.NumberFormat.supportedLocalesOf(locale).length > 0) return locale
  } catch {
    // Intl throws for what is no language tag.
  }
  throw invalid('locale must be a BCP 47 language tag such as fr-FR')
}
