import { describe, expect, test } from '@jest/globals'
import { authenticator } from '../../src/app/authenticate.ts'
import type { FoundApiKey } from '../../src/app/dependencies.ts'
import { apiKeyHash, newApiKey } from '../../src/domain/api-key.ts'

const pepper = 'pepper of the tests'

/** A key table in memory that counts its statements: the store itself is tested through the gateway. */
function keyTable(...keys: string[]) {
  const valid = new Set(keys)
  const statements: number[] = []
  return {
    valid,
    statements,
    findApiKeys: async (hashes: readonly Buffer[]): Promise<FoundApiKey[]> => {
      statements.push(hashes.length)
      const rows = Array.from(valid, (key) => ({
        hash: apiKeyHash(key, pepper),
        keyId: key,
        companyId: 'company',
      }))
      return rows.filter(({ hash }) => hashes.some((asked) => asked.equals(hash)))
    },
  }
}

describe('authentication', () => {
  const key = newApiKey()

  test('tells whose key it is, whatever the case of the scheme', async () => {
    const authenticate = authenticator({ ...keyTable(key), pepper })
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      expect(await authenticate(`${scheme} ${key}`)).toEqual({ keyId: key, companyId: 'company' })
    }
  })

  test.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    key,
    `Basic ${key}`,
    `Bearer${key}`,
    `Bearer ${key} ${key}`,
    `Bearer ${key},`,
    'Bearer ik_short',
  ])('refuses what is no bearer key without asking the store: %p', async (header) => {
    const table = keyTable(key)
    const authenticate = authenticator({ ...table, pepper })
    await expect(authenticate(header)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(table.statements).toEqual([])
  })

  test('asks once for a key while it is remembered, and again after 3 s', async () => {
    const table = keyTable(key)
    let now = 0
    const authenticate = authenticator({ ...table, pepper, now: () => now })
    await authenticate(`Bearer ${key}`)
    now = 2_999
    await authenticate(`Bearer ${key}`)
    expect(table.statements).toEqual([1])
    table.valid.delete(key)
    now = 3_000
    await expect(authenticate(`Bearer ${key}`)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('does not remember an unknown key', async () => {
    const table = keyTable()
    const authenticate = authenticator({ ...table, pepper })
    await expect(authenticate(`Bearer ${key}`)).rejects.toMatchObject({ code: 'unauthenticated' })
    table.valid.add(key)
    expect(await authenticate(`Bearer ${key}`)).toMatchObject({ keyId: key })
  })

  test('shares one look-up among requests with one key, and one statement among keys', async () => {
    const others = Array.from({ length: 20 }, newApiKey)
    const table = keyTable(key, ...others)
    const authenticate = authenticator({ ...table, pepper })
    const headers = [...Array.from({ length: 50 }, () => key), ...others].map((each) => `Bearer ${each}`)
    const callers = await Promise.all(headers.map(authenticate))
    expect(callers.map(({ keyId }) => `Bearer ${keyId}`)).toEqual(headers)
    expect(table.statements.reduce((sum, size) => sum + size)).toBe(21)
    expect(table.statements.length).toBeLessThanOrEqual(2)
  })

  test('does not remember that the store failed', async () => {
    const table = keyTable(key)
    let away = true
    const findApiKeys = async (hashes: readonly Buffer[]) => {
      if (away) throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
      return table.findApiKeys(hashes)
    }
    const authenticate = authenticator({ findApiKeys, pepper })
    await expect(authenticate(`Bearer ${key}`)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    away = false
    expect(await authenticate(`Bearer ${key}`)).toMatchObject({ keyId: key })
  })

  test('gives up after 2 s on a store that says nothing', async () => {
    const authenticate = authenticator({ findApiKeys: () => new Promise(() => {}), pepper })
    const started = performance.now()
    await expect(authenticate(`Bearer ${key}`)).rejects.toMatchObject({ code: 'unavailable' })
    expect(performance.now() - started).toBeLessThan(4_000)
  })
})
