import { Type } from 'typebox'
import { LIMITS, oneOf, optionalText, requiredText, updateOf } from '../../schema/fields.ts'
import { dates, id, orNull, record } from './record.ts'

/** What an integrator may set of a client (specification 2.3). */
export const ClientBody = Type.Object({
  company_name: requiredText(LIMITS.name, "The client's name; a person's when type is Individual."),
  type: oneOf(['Individual', 'Company'], 'Governs which other fields are valid.'),
  email: optionalText(LIMITS.text, 'E-mail address.'),
  phone: optionalText(LIMITS.text, 'Telephone number.'),
  contact_phone: optionalText(LIMITS.text, "The contact person's number; dropped unless type is Company."),
  color: optionalText(LIMITS.text, 'Assigned to a Company that is created without one.'),
  address: optionalText(LIMITS.text, 'Street address.'),
  city: optionalText(LIMITS.text, 'City.'),
  postal_code: optionalText(LIMITS.text, 'Postal code.'),
  country: optionalText(LIMITS.text, 'Country.'),
  tax_id: optionalText(LIMITS.text, 'VAT or tax number.'),
})

/** Any of them; the record's own type, or the one sent beside, governs which are valid. */
export const ClientUpdate = updateOf(ClientBody)

export const ClientRecord = record(
  'Client',
  {
    _id: id('client_', 'The client.'),
    company_name: Type.String({ description: "The client's name." }),
    type: Type.Unsafe<string>({ type: 'string', enum: ['Individual', 'Company'] }),
    email: orNull('E-mail address.'),
    phone: orNull('Telephone number.'),
    contact_phone: orNull("The contact person's number."),
    color: orNull('Colour the app shows the client in.'),
    address: orNull('Street address.'),
    city: orNull('City.'),
    postal_code: orNull('Postal code.'),
    country: orNull('Country.'),
    tax_id: orNull('VAT or tax number.'),
    company: id('company_', 'The account that owns the record.'),
    contact_name: orNull('Set inside the app.'),
    contact_email: orNull('Set inside the app.'),
    street: orNull('Separate street line, set in the app.'),
    'logo/img': orNull('URL of a logo uploaded in the app.'),
    invoices: Type.Array(Type.String(), { description: 'All invoices of this client, newest first.' }),
    flagged: Type.Boolean({ description: 'Whether a write waits for manual review.' }),
    ...dates,
  },
  'A person or company that is invoiced.',
)
