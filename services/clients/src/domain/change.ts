import { invalid } from '@invoicing/contracts'
import { type ClientFields, type ClientPatch, ClientType } from '@invoicing/contracts/gen/clients/v1/clients'
import type { Client } from './client.ts'
import { colorOf } from './color.ts'
import { TEXT_FIELDS, textsOf } from './texts.ts'

type OptionalField = Exclude<keyof ClientFields, 'companyName' | 'type'>

/** A partial change: what is absent stays, null clears. */
export type ClientChange = Partial<Pick<ClientFields, 'companyName' | 'type'>> & {
  [Field in OptionalField]?: string | null | undefined
}

/**
 * The change that a patch asks for.
 *
 * @throws AppError invalid_argument for a field that cannot be cleared, and when nothing is changed
 */
export function changeOf({ clear, ...sent }: ClientPatch): ClientChange {
  const cleared = clear.map((name): [OptionalField, null] => {
    const field = Object.entries(TEXT_FIELDS).find(([, text]) => text === name)?.[0]
    if (field === undefined || field === 'companyName') throw invalid(`${name} cannot be cleared`)
    return [field as OptionalField, null]
  })
  const set = Object.entries(sent).filter(([, value]) => value !== undefined)
  if (set.length + cleared.length === 0) throw invalid('no field that can be set was sent')
  return Object.fromEntries([...set, ...cleared])
}

/**
 * The fields of a client after a change, by the rules of the resulting type (contract, "Reading and
 * writing"): an Individual has no `contact_phone`; an Individual that becomes a Company without a
 * colour is given one, unless the change itself says null.
 *
 * @throws AppError invalid_argument when the change sets `contact_phone` on a resulting Individual
 */
export function changedFields({ id, fields }: Client, change: ClientChange): ClientFields {
  const type = change.type ?? fields.type
  if (type === ClientType.CLIENT_TYPE_INDIVIDUAL && (change.contactPhone ?? null) !== null) {
    throw invalid('contact_phone is accepted only when type is Company')
  }
  const changed: ClientFields = { ...fields, ...withoutNulls(change) }
  if (type === ClientType.CLIENT_TYPE_INDIVIDUAL) return { ...changed, contactPhone: undefined }
  const becomesCompany = fields.type !== type
  return becomesCompany && change.color !== null
    ? { ...changed, color: changed.color ?? colorOf(id) }
    : changed
}

/**
 * The fields after a change that was approved: the client may have become an Individual since it was
 * sent, and then the approved `contact_phone` goes the way of a stored one.
 */
export function approvedFields(client: Client, change: ClientChange): ClientFields {
  const type = change.type ?? client.fields.type
  const { contactPhone: _, ...others } = change
  return changedFields(client, type === ClientType.CLIENT_TYPE_INDIVIDUAL ? others : change)
}

/** The texts that a change brings in, by their names in the API: what was stored has been checked before. */
export function newTexts(stored: ClientFields, changed: ClientFields): Record<string, string> {
  const before = textsOf(stored)
  return Object.fromEntries(Object.entries(textsOf(changed)).filter(([name, text]) => before[name] !== text))
}

function withoutNulls(change: ClientChange): Partial<ClientFields> {
  return Object.fromEntries(Object.entries(change).map(([field, value]) => [field, value ?? undefined]))
}
