import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import { newSecret, parseSecretKeys, SecretBox } from '../src/domain/secret-box.ts'

const OLD = '0a'.repeat(32)
const NEW = 'f5'.repeat(32)
const ID = 'wh_00000000000000000000000000'
const boxOf = (keys: string) => new SecretBox(parseSecretKeys(keys))

describe('a secret box', () => {
  it('opens what it sealed, and never seals twice alike', () => {
    const box = boxOf(OLD)
    const secret = newSecret()
    const sealed = [box.seal(secret, ID), box.seal(secret, ID)] as const
    expect(sealed[0].ciphertext.equals(sealed[1].ciphertext)).toBe(false)
    for (const one of sealed) expect(box.open(one, ID)).toBe(secret)
  })

  it('seals with the first key and opens with every one, so that keys can be changed', () => {
    const before = boxOf(OLD).seal('s', ID)
    const during = boxOf(`${NEW},${OLD}`)
    expect(during.open(before, ID)).toBe('s')
    const after = during.seal('s', ID)
    expect(after.keyId).not.toBe(before.keyId)
    expect(boxOf(NEW).open(after, ID)).toBe('s')
    expect(() => boxOf(NEW).open(before, ID)).toThrow(
      `sealed with key ${before.keyId}: add that key to WEBHOOK_SECRET_KEYS again`,
    )
  })

  it('opens nothing that was altered in any bit, cut, or moved to another subscription', () => {
    const box = boxOf(OLD)
    const { ciphertext, keyId } = box.seal(newSecret(), ID)
    for (let bit = 0; bit < ciphertext.length * 8; bit += 7) {
      const altered = Buffer.from(ciphertext)
      altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(() => box.open({ ciphertext: altered, keyId }, ID)).toThrow()
    }
    for (const length of [0, 11, 12, 27, ciphertext.length - 1]) {
      expect(() => box.open({ ciphertext: ciphertext.subarray(0, length), keyId }, ID)).toThrow()
    }
    expect(() => box.open({ ciphertext, keyId }, `${ID.slice(0, -1)}1`)).toThrow()
  })

  it('needs a key', () => {
    expect(() => new SecretBox([])).toThrow('needs a key')
  })
})

describe('the keys', () => {
  it('are 32 bytes each in hex or base64url, which make the same key', () => {
    const bytes = randomBytes(32)
    const spellings = [
      bytes.toString('hex'),
      bytes.toString('hex').toUpperCase(),
      bytes.toString('base64url'),
      `${bytes.toString('base64url')}=`,
    ]
    const keys = parseSecretKeys(spellings.join(' , '))
    expect(keys.map((key) => key.export().toString('hex'))).toEqual(Array(4).fill(bytes.toString('hex')))
  })

  it.each([
    '',
    'x',
    'a'.repeat(42),
    'a'.repeat(44),
    'a'.repeat(63),
    'a'.repeat(65),
    `g${'a'.repeat(63)}`,
    `${'a'.repeat(42)}+`,
    `${'a'.repeat(42)} a`,
    '0a'.repeat(16),
  ])('are not %j, and the fault does not show it', (text) => {
    expect(() => parseSecretKeys(`${OLD},${text}`)).toThrow(/^key 2 is not 32 bytes in hex or base64url$/)
  })

  it('show nothing of themselves where they are printed', () => {
    const printed = inspect(parseSecretKeys(OLD), { depth: 5 }) + JSON.stringify(parseSecretKeys(OLD))
    expect(printed).not.toMatch(/0a0a|CgoK|10,\s*10/i)
  })
})

describe('a signing secret', () => {
  it('is whsec_ and 32 random bytes', () => {
    const made = Array.from({ length: 100 }, newSecret)
    for (const secret of made) expect(secret).toMatch(/^whsec_[0-9a-f]{64}$/)
    expect(new Set(made).size).toBe(100)
  })
})
