import type { Settings } from '../gen/invoices/v1/invoices.ts'
import type { Sequence } from '../gen/numbering/v1/numbering.ts'
import { noteBlockFields } from './note-blocks.ts'
import { instant, orNull } from './values.ts'

/**
 * A company as REST shows it (contract, "Accounts, keys, catalog"): the settings of its invoices and
 * the shape of their numbers, which two services own. A prefix of no characters is shown as unset.
 */
export function companyRecord(settings: Settings, sequence: Sequence): Record<string, unknown> {
  return {
    _id: settings.companyId,
    name: settings.name,
    address: orNull(settings.address),
    city: orNull(settings.city),
    postal_code: orNull(settings.postalCode),
    country: orNull(settings.country),
    tax_id: orNull(settings.taxId),
    logo: orNull(settings.logo),
    accent_color: orNull(settings.accentColor),
    locale: settings.locale,
    time_zone: settings.timeZone,
    currency: settings.currency,
    payment_terms: settings.paymentTerms,
    number_prefix: sequence.prefix === '' ? null : sequence.prefix,
    number_padding: sequence.padding,
    paper_size: settings.paperSize,
    ...noteBlockFields(settings.noteBlocks),
    'Created Date': instant(settings.createdAt),
    'Modified Date': instant(settings.modifiedAt),
  }
}
