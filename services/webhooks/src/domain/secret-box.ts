import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A secret as it is stored. */
export interface SealedSecret {
  /** Nonce, ciphertext and tag. */
  readonly ciphertext: Buffer
  /** Which key opens it. */
  readonly keyId: string
}

/** A new signing secret: `whsec_` and 32 random bytes in hex (contract, "Webhooks: Secrets"). */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('hex')}`
}

/**
 * Reads the keys of WEBHOOK_SECRET_KEYS, parted by commas, each 32 bytes in hex or base64url. As
 * KeyObjects, which show nothing of themselves when they are logged.
 *
 * @throws RangeError saying which of them is wrong, never what it is
 */
export function parseSecretKeys(text: string): readonly KeyObject[] {
  return text.split(',').map((part, index) => {
    const given = part.trim()
    const key = Buffer.from(given, /^[0-9a-f]{64}$/i.test(given) ? 'hex' : 'base64url')
    // Decoding skips what is neither: only the spelling of 32 bytes counts.
    if (key.length !== KEY_BYTES || !/^([0-9a-f]{64}|[\w-]{43}=?)$/i.test(given)) {
      throw new RangeError(`key ${index + 1} is not 32 bytes in hex or base64url`)
    }
    return createSecretKey(key)
  })
}

/**
 * Keeps the signing secrets encrypted at rest, with AES-256-GCM: the first key seals, every key
 * opens what it sealed. Each secret is bound to its subscription, so that rows cannot be swapped.
 */
export class SecretBox {
  readonly #sealing: KeyObject
  readonly #keys: ReadonlyMap<string, KeyObject>

  /** @throws RangeError without a key */
  constructor(keys: readonly KeyObject[]) {
    const [first] = keys
    if (first === undefined) throw new RangeError('a secret box needs a key')
    this.#sealing = first
    this.#keys = new Map(keys.map((key) => [keyId(key), key]))
  }

  seal(secret: string, subscriptionId: string): SealedSecret {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, this.#sealing, nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(Buffer.from(subscriptionId))
    const ciphertext = Buffer.concat([
      nonce,
      cipher.update(secret, 'utf8'),
      cipher.final(),
      cipher.getAuthTag(),
    ])
    return { ciphertext, keyId: keyId(this.#sealing) }
  }

  /** @throws Error when no key here has sealed it, or when it is not what was sealed for this subscription */
  open({ ciphertext, keyId }: SealedSecret, subscriptionId: string): string {
    const key = this.#keys.get(keyId)
    if (key === undefined) {
      throw new Error(
        `a webhook secret is sealed with key ${keyId}: add that key to WEBHOOK_SECRET_KEYS again`,
      )
    }
    const decipher = createDecipheriv(CIPHER, key, ciphertext.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(subscriptionId))
    decipher.setAuthTag(ciphertext.subarray(-TAG_BYTES))
    const secret = decipher.update(ciphertext.subarray(NONCE_BYTES, -TAG_BYTES))
    return Buffer.concat([secret, decipher.final()]).toString('utf8')
  }
}

/** Derived from the key, so that it needs no setting of its own, and tells nothing of it. */
function keyId(key: KeyObject): string {
  return createHmac('sha256', key).update('invoicing webhook secret key').digest('hex').slice(0, 16)
}
