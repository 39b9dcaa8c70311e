import { Type } from 'typebox'
import { LIMITS, oneOf, optionalInteger, optionalText, requiredText, updateOf } from '../../schema/fields.ts'
import { noteBlockFields } from './note-blocks.ts'
import { dates, id, orNull, record } from './record.ts'

const MAX_PAYMENT_TERMS = 3_650
const MAX_PREFIX = 50
const MAX_PADDING = 12

/** What an integrator may change of its own company (contract, "Accounts, keys, catalog"). */
export const CompanyUpdate = updateOf(
  Type.Object({
    name: requiredText(LIMITS.name, 'The name on invoices.'),
    address: optionalText(LIMITS.text, 'Street address.'),
    city: optionalText(LIMITS.text, 'City.'),
    postal_code: optionalText(LIMITS.text, 'Postal code.'),
    country: optionalText(LIMITS.text, 'Country.'),
    tax_id: optionalText(LIMITS.text, 'VAT or tax number.'),
    logo: optionalText(LIMITS.url, 'An http or https URL.'),
    accent_color: optionalText(LIMITS.text, 'Colour of the PDF, as `#rrggbb`.'),
    locale: requiredText(LIMITS.text, 'BCP 47 language tag, such as `fr-FR`.'),
    time_zone: requiredText(LIMITS.text, 'IANA name, such as `Europe/Paris`: what "today" means.'),
    currency: requiredText(LIMITS.text, 'ISO 4217 code, for invoices to come.'),
    payment_terms: optionalInteger(
      { minimum: 0, maximum: MAX_PAYMENT_TERMS },
      'Days from issue to due date.',
    ),
    number_prefix: optionalText(
      MAX_PREFIX,
      'Before the numbers to come; null for none. The sequence goes on.',
    ),
    number_padding: optionalInteger({ minimum: 1, maximum: MAX_PADDING }, 'Digits of a number at the least.'),
    paper_size: oneOf(['A4', 'Letter'], 'Paper of the PDF.'),
    ...noteBlockFields,
  }),
)

const noteBlock = (name: string, of: string) => ({
  [`${name}_content`]: Type.String({ description: `Text of the ${of} block of new invoices.` }),
  [`${name}_enabled`]: Type.Boolean({ description: 'Whether the block is printed.' }),
})

export const CompanyRecord = record(
  'Company',
  {
    _id: id('company_', 'The account.'),
    name: Type.String({ description: 'The name on invoices.' }),
    address: orNull('Street address.'),
    city: orNull('City.'),
    postal_code: orNull('Postal code.'),
    country: orNull('Country.'),
    tax_id: orNull('VAT or tax number.'),
    logo: orNull('An http or https URL.'),
    accent_color: orNull('Colour of the PDF, as `#rrggbb`.'),
    locale: Type.String({ description: 'BCP 47 language tag.' }),
    time_zone: Type.String({ description: 'IANA name: what "today" means.' }),
    currency: Type.String({ description: 'ISO 4217 code of new invoices.' }),
    payment_terms: Type.Integer({ description: 'Days from issue to due date.' }),
    number_prefix: orNull('Before the numbers to come; null for none.'),
    number_padding: Type.Integer({ description: 'Digits of a number at the least.' }),
    paper_size: Type.Unsafe<string>({ type: 'string', enum: ['A4', 'Letter'] }),
    ...noteBlock('how_to_pay', 'how-to-pay'),
    ...noteBlock('legal_notice', 'legal notice'),
    ...noteBlock('delivery_info', 'delivery information'),
    ...noteBlock('footer_note', 'footer'),
    ...noteBlock('notes', 'notes'),
    ...dates,
  },
  'What invoices to come are made with. Those that are there keep what they were made with.',
)
