import { invalid } from '@invoicing/contracts'
import { isCurrency } from '@invoicing/money'

/** The options of `company create`, as given. */
export interface GivenSettings {
  readonly name: string
  readonly prefix?: string | undefined
  readonly currency?: string | undefined
  readonly paymentTerms?: number | undefined
  readonly timeZone?: string | undefined
  readonly locale?: string | undefined
}

export type CompanySettings = { readonly [K in keyof GivenSettings]-?: NonNullable<GivenSettings[K]> }

const MAX_NAME = 200
const MAX_PREFIX = 50
const MAX_PAYMENT_TERMS = 3_650

/**
 * Checks the options of a new company and fills in the defaults: `INV-`, EUR, 7 days, UTC, en-US
 * (contract, "Accounts, keys, catalog").
 *
 * @throws AppError invalid_argument naming the option as the admin command spells it
 */
export function companySettings(given: GivenSettings): CompanySettings {
  return {
    name: nameOf(given.name),
    prefix: prefixOf(given.prefix ?? 'INV-'),
    currency: currencyOf(given.currency ?? 'EUR'),
    paymentTerms: paymentTermsOf(given.paymentTerms ?? 7),
    timeZone: timeZoneOf(given.timeZone ?? 'UTC'),
    locale: localeOf(given.locale ?? 'en-US'),
  }
}

function nameOf(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw invalid('name must not be blank')
  return printable('name', trimmed, MAX_NAME)
}

function prefixOf(prefix: string): string {
  return printable('prefix', prefix, MAX_PREFIX)
}

function currencyOf(currency: string): string {
  const code = currency.toUpperCase()
  if (!isCurrency(code)) throw invalid('currency must be an ISO 4217 code such as EUR')
  return code
}

function paymentTermsOf(days: number): number {
  if (!Number.isInteger(days) || days < 0 || days > MAX_PAYMENT_TERMS) {
    throw invalid(`payment-terms must be a whole number of days from 0 to ${MAX_PAYMENT_TERMS}`)
  }
  return days
}

function timeZoneOf(timeZone: string): string {
  // Intl takes offsets such as +01:00 too, which know no summer time: a name is asked for.
  if (!/^[A-Za-z]/.test(timeZone) || !isKnown(() => new Intl.DateTimeFormat('en', { timeZone }))) {
    throw invalid('time-zone must be an IANA name such as Europe/Paris')
  }
  return timeZone
}

function localeOf(locale: string): string {
  const [known] = isKnown(() => Intl.getCanonicalLocales(locale))
    ? Intl.NumberFormat.supportedLocalesOf(locale)
    : []
  if (known === undefined) throw invalid('locale must be a language tag such as fr-FR')
  return known
}

function isKnown(ask: () => unknown): boolean {
  try {
    ask()
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function printable(option: string, text: string, most: number): string {
  if (/\p{Cc}|\p{Cs}/u.test(text)) throw invalid(`${option} must not hold control characters`)
  if (Array.from(text).length > most) throw invalid(`${option} must be at most ${most} characters`)
  return text
}
