import type { ClientFields } from '@invoicing/contracts/gen/clients/v1/clients'

/**
 * Every text of a client with its name in the API (specification 2.3). A field that the contract
 * gains does not compile until it is listed here, so none goes past the content check.
 */
export const TEXT_FIELDS = {
  companyName: 'company_name',
  email: 'email',
  phone: 'phone',
  contactPhone: 'contact_phone',
  color: 'color',
  address: 'address',
  city: 'city',
  postalCode: 'postal_code',
  country: 'country',
  taxId: 'tax_id',
} as const satisfies Record<Exclude<keyof ClientFields, 'type'>, string>

/** What holds texts of a client: its fields, or a change of them. */
type Texts = { readonly [Field in keyof typeof TEXT_FIELDS | 'type']?: string | undefined }

/** The texts that a client holds, by their names in the API; absent ones are left out. */
export function textsOf(fields: Texts): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [field, name] of Object.entries(TEXT_FIELDS)) {
    const text = fields[field as keyof typeof TEXT_FIELDS]
    if (text !== undefined) texts[name] = text
  }
  return texts
}
