import { randomBytes } from 'node:crypto'

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

/** Below the 48 bits of the time, as in a ULID. */
const RANDOM_BITS = 80n
/** The largest random distance between two ids of one millisecond, in bits. */
const STEP_BITS = 64
let last = 0n

/**
 * A new id: the prefix and 26 characters of [0-9a-z], which hold the time in milliseconds and 80
 * random bits. Ids of one process sort in the order they were made. Nobody reaches an id from
 * its neighbour: within a millisecond, and when the clock goes back, the next one lies a random
 * distance of up to 2^64 further on (contract, "Ids").
 */
export function newId<K extends IdKind>(kind: K): Id<K> {
  const fresh = (BigInt(Date.now()) << RANDOM_BITS) | randomBits(80)
  last = fresh > last ? fresh : last + randomBits(STEP_BITS) + 1n
  return `${ID_PREFIXES[kind]}${last.toString(32).padStart(26, '0')}` as Id<K>
}

function randomBits(bits: number): bigint {
  return BigInt(`0x${randomBytes(bits / 8).toString('hex')}`)
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
