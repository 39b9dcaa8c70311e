import type { Client } from '@invoicing/contracts/gen/clients/v1/clients'
import type { ClientSnapshot, CompanySnapshot } from '@invoicing/contracts/gen/invoices/v1/invoice'
import type { BillingSettings } from './billing-settings.ts'

/**
 * The client as the paper shows it. A paper already issued does not follow a later edit
 * (docs/architecture.md, "Clients").
 */
export function clientSnapshot({ id, fields, contactName, street }: Client): ClientSnapshot {
  if (fields === undefined) throw new TypeError('a client needs its fields')
  const { companyName, email, phone, address, city, postalCode, country, taxId } = fields
  return { id, companyName, email, phone, contactName, address, street, city, postalCode, country, taxId }
}

/** The issuing company as the paper shows it. */
export function companySnapshot(settings: BillingSettings): CompanySnapshot {
  const { companyId, name, address, city, postalCode, country, taxId, logo, accentColor, locale, paperSize } =
    settings
  return {
    id: companyId,
    name,
    address,
    city,
    postalCode,
    country,
    taxId,
    logo,
    accentColor,
    locale,
    paperSize,
  }
}
