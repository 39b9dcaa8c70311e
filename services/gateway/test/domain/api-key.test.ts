import { describe, expect, test } from '@jest/globals'
import { apiKeyHash, looksLikeApiKey, newApiKey } from '../../src/domain/api-key.ts'

describe('an API key', () => {
  test('is ik_ and 43 characters that a double click selects', () => {
    for (let i = 0; i < 200; i += 1) expect(newApiKey()).toMatch(/^ik_[0-9A-Za-z]{43}$/)
  })

  test('is never made twice', () => {
    const keys = Array.from({ length: 1_000 }, newApiKey)
    expect(new Set(keys).size).toBe(1_000)
  })

  test('is recognised by its shape alone', () => {
    expect(looksLikeApiKey(newApiKey())).toBe(true)
    for (const text of [
      '',
      'ik_',
      'ik_short',
      `xx_${'A'.repeat(43)}`,
      `ik_${'A'.repeat(44)}`,
      `ik_${'-'.repeat(43)}`,
    ]) {
      expect(looksLikeApiKey(text)).toBe(false)
    }
  })

  test('is stored as a hash that depends on the pepper', () => {
    const key = newApiKey()
    expect(apiKeyHash(key, 'pepper one')).toEqual(apiKeyHash(key, 'pepper one'))
    expect(apiKeyHash(key, 'pepper one')).not.toEqual(apiKeyHash(key, 'pepper two'))
    expect(apiKeyHash(key, 'pepper one')).toHaveLength(32)
  })
})
