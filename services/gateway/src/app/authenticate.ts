import { coalesce } from '@invoicing/chassis'
import { AppError, unavailable } from '@invoicing/contracts'
import { apiKeyHash, looksLikeApiKey } from '../domain/api-key.ts'
import type { Caller, FindApiKeys } from './dependencies.ts'

/** A revoked key has to stop within 5 s (contract, "Accounts, keys, catalog"); this leaves room for the look-up. */
const REMEMBERED_MS = 3_000
/** Keys remembered at the most; the one asked for longest ago goes first. */
const REMEMBERED_KEYS = 10_000
/** The longest a request waits to learn whose key it carries, in milliseconds. */
const LOOK_UP_MS = 2_000

const BEARER = /^Bearer +(\S+) *$/i

interface Remembered {
  readonly caller: Promise<Caller | undefined>
  readonly until: number
}

interface Dependencies {
  readonly findApiKeys: FindApiKeys
  readonly pepper: string
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number
}

/**
 * Tells whose key an `Authorization` header carries (specification 5). Known keys are remembered
 * for 3 s from the moment their look-up began; unknown ones are not remembered, so that a new key
 * works at once. Look-ups of one moment share a statement, and requests with one key share a look-up.
 *
 * @throws AppError unauthenticated for no, a malformed, an unknown or a revoked key; unavailable
 *   when the store does not answer within 2 s
 */
export function authenticator({ findApiKeys, pepper, now = () => performance.now() }: Dependencies) {
  const remembered = new Map<string, Remembered>()

  const find = coalesce<Buffer, Caller | undefined>(async (_lane, hashes) => {
    const found = await findApiKeys(hashes)
    const byHash = new Map(
      found.map(({ hash, keyId, companyId }) => [hash.toString('base64'), { keyId, companyId }]),
    )
    return hashes.map((hash) => byHash.get(hash.toString('base64')))
  })

  const lookUp = (name: string, hash: Buffer): Remembered => {
    const entry: Remembered = { caller: find('keys', hash), until: now() + REMEMBERED_MS }
    remembered.set(name, entry)
    const forget = () => {
      if (remembered.get(name) === entry) remembered.delete(name)
    }
    entry.caller.then((caller) => caller ?? forget(), forget)
    const [longestAgo] = remembered.keys()
    if (remembered.size > REMEMBERED_KEYS && longestAgo !== undefined) remembered.delete(longestAgo)
    return entry
  }

  return async (authorization: string | undefined): Promise<Caller> => {
    const key = BEARER.exec(authorization ?? '')?.[1]
    if (key === undefined || !looksLikeApiKey(key)) throw unauthenticated()
    const hash = apiKeyHash(key, pepper)
    const name = hash.toString('base64')
    const known = remembered.get(name)
    if (known !== undefined && known.until <= now()) remembered.delete(name)
    const { caller } = remembered.get(name) ?? lookUp(name, hash)
    const found = await answerInTime(caller)
    if (found === undefined) throw unauthenticated()
    return found
  }
}

function unauthenticated(): AppError {
  return new AppError('unauthenticated', 'a valid API key is required: Authorization: Bearer <API_KEY>')
}

async function answerInTime<T>(answer: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(unavailable(new Error('the key store does not answer'))), LOOK_UP_MS)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
