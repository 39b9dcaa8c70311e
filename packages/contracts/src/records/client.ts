import { type Client, ClientType } from '../gen/clients/v1/clients.ts'
import { instant, orNull } from './values.ts'

const TYPE_NAMES = {
  [ClientType.CLIENT_TYPE_INDIVIDUAL]: 'Individual',
  [ClientType.CLIENT_TYPE_COMPANY]: 'Company',
} as const

export type ClientTypeName = (typeof TYPE_NAMES)[keyof typeof TYPE_NAMES]

export function clientTypeName(type: ClientType): ClientTypeName {
  if (type === ClientType.CLIENT_TYPE_UNSPECIFIED) throw new TypeError('a client needs a type')
  return TYPE_NAMES[type]
}

export function clientTypeOf(name: ClientTypeName): ClientType {
  return name === 'Individual' ? ClientType.CLIENT_TYPE_INDIVIDUAL : ClientType.CLIENT_TYPE_COMPANY
}

/** A client as REST shows it (specification 2.3). `invoiceIds` come from the invoices service. */
export function clientRecord(client: Client, invoiceIds: readonly string[]): Record<string, unknown> {
  const fields = client.fields
  if (fields === undefined) throw new TypeError('a client needs its fields')
  return {
    _id: client.id,
    company_name: fields.companyName,
    type: clientTypeName(fields.type),
    email: orNull(fields.email),
    phone: orNull(fields.phone),
    contact_phone: orNull(fields.contactPhone),
    color: orNull(fields.color),
    address: orNull(fields.address),
    city: orNull(fields.city),
    postal_code: orNull(fields.postalCode),
    country: orNull(fields.country),
    tax_id: orNull(fields.taxId),
    company: client.companyId,
    contact_name: orNull(client.contactName),
    contact_email: orNull(client.contactEmail),
    street: orNull(client.street),
    'logo/img': orNull(client.logo),
    invoices: invoiceIds,
    flagged: client.flagged,
    'Created Date': instant(client.createdAt),
    'Modified Date': instant(client.modifiedAt),
  }
}
