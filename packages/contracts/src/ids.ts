import { monotonicFactory } from 'ulid'

/** The type prefixes of record ids (specification 2.1). */
export const ID_PREFIXES = {
  client: 'client_',
  invoice: 'inv_',
  item: 'item_',
  category: 'cat_',
  lineItem: 'li_',
  payment: 'pay_',
  webhook: 'wh_',
  company: 'company_',
  apiKey: 'key_',
  review: 'review_',
  event: 'evt_',
  delivery: 'del_',
} as const

export type IdKind = keyof typeof ID_PREFIXES

/** An id of one kind: `Id<'invoice'>` is `inv_…`. */
export type Id<K extends IdKind> = `${(typeof ID_PREFIXES)[K]}${string}` & { readonly kind?: K }

const BODY = /^[0-9a-z]{20,26}$/
const nextUlid = monotonicFactory()

/**
 * A new id: the prefix and 26 characters of [0-9a-z], a ULID. Ids of one process sort by the
 * time they were made; 80 of their bits are random, so they cannot be enumerated (contract, "Ids").
 */
export function newId<K extends IdKind>(kind: K): Id<K> {
  return `${ID_PREFIXES[kind]}${nextUlid().toLowerCase()}` as Id<K>
}

export function isId<K extends IdKind>(kind: K, value: string): value is Id<K> {
  const prefix = ID_PREFIXES[kind]
  return value.startsWith(prefix) && BODY.test(value.slice(prefix.length))
}

/**
 * The client id of what a caller sent as `client_id`: a `client_…` id, or the raw internal id,
 * which is the id without its prefix (specification 2.1). Undefined when it can be neither.
 */
export function clientIdOf(value: string): Id<'client'> | undefined {
  const id = BODY.test(value) ? `${ID_PREFIXES.client}${value}` : value
  return isId('client', id) ? id : undefined
}
