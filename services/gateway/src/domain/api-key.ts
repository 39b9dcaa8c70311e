import { createHmac, randomBytes } from 'node:crypto'

/** Greppable, so that secret scanners find a key that was committed somewhere. */
const PREFIX = 'ik_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = BigInt(DIGITS.length)
/** 32 bytes need 43 digits of base 62. */
const LENGTH = 43
const KEY = new RegExp(`^${PREFIX}[0-9A-Za-z]{${LENGTH}}$`)

/**
 * A new API key: `ik_` and 256 random bits in base 62, which a double click selects as a whole.
 * It is shown once and never stored (contract, "Accounts, keys, catalog").
 */
export function newApiKey(): string {
  let rest = BigInt(`0x${randomBytes(32).toString('hex')}`)
  let digits = ''
  while (digits.length < LENGTH) {
    digits = `${DIGITS[Number(rest % BASE)]}${digits}`
    rest /= BASE
  }
  return `${PREFIX}${digits}`
}

/** Whether a text can be a key at all; what cannot is refused without asking the store. */
export function looksLikeApiKey(text: string): boolean {
  return KEY.test(text)
}

/** What is stored of a key: HMAC-SHA256 under the pepper, so that a stolen table alone checks no guess. */
export function apiKeyHash(key: string, pepper: string): Buffer {
  return createHmac('sha256', pepper).update(key).digest()
}
