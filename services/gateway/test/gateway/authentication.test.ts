import { eventually } from '@invoicing/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { revokeApiKey } from '../../src/adapters/postgres/revoke-api-key.ts'
import { newApiKey } from '../../src/domain/api-key.ts'
import { GatewayUnderTest } from '../fixtures/gateway.ts'
import { type Answer, caller } from '../fixtures/http.ts'

let gateway: GatewayUnderTest
beforeAll(async () => {
  gateway = await GatewayUnderTest.start()
})
afterAll(() => gateway.stop())

function expectUnauthorized({ status, headers, json }: Answer): void {
  expect({ status, challenge: headers.get('www-authenticate'), type: headers.get('content-type') }).toEqual({
    status: 401,
    challenge: 'Bearer',
    type: 'application/json',
  })
  expect(json).toEqual({ error: 'a valid API key is required: Authorization: Bearer <API_KEY>' })
}

describe('a request under /v1 without a valid key', () => {
  test.each([
    ['none', {}],
    ['an empty one', { authorization: '' }],
    ['no key', { authorization: 'Bearer' }],
    ['another scheme', { authorization: `Basic ${newApiKey()}` }],
    ['two keys', { authorization: `Bearer ${newApiKey()} ${newApiKey()}` }],
    ['an unknown key', { authorization: `Bearer ${newApiKey()}` }],
    ['garbage', { authorization: 'Bearer \u00e9\u00e9' }],
  ])('is 401 with %s', async (_what, headers) => {
    expectUnauthorized(
      await caller(gateway.url)('GET', '/v1/clients', { headers: headers as Record<string, string> }),
    )
  })

  test('is 401 before anything else is looked at', async () => {
    const call = caller(gateway.url)
    const bad = [
      call('GET', '/v1'),
      call('GET', '/v1/'),
      call('GET', '/v1/nothing'),
      call('GET', '/v1/clients/%zz'),
      call('GET', '/v1/%ff'),
      call('GET', '/%76%31/clients'),
      call('DELETE', '/v1/clients'),
      call('GET', '/v1/clients?limit=0'),
      call('POST', '/v1/clients', { body: '{' }),
      call('POST', '/v1/clients', { body: 'x', headers: { 'content-type': 'text/plain' } }),
      call('POST', '/v1/clients', { body: 'x'.repeat(2_000_000) }),
      call('POST', '/v1/nothing', { body: 'x' }),
    ]
    for (const answer of await Promise.all(bad)) expectUnauthorized(answer)
  })
})

test('the scheme is case-insensitive', async () => {
  const { apiKey } = await gateway.newKey()
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    const { status } = await caller(gateway.url)('GET', '/v1/nothing', {
      headers: { authorization: `${scheme} ${apiKey}` },
    })
    expect(status).toBe(404)
  }
})

test('what is outside /v1 needs no key', async () => {
  const call = caller(gateway.url)
  expect((await call('GET', '/healthz')).json).toEqual({ status: 'ok' })
  expect((await call('GET', '/nothing')).status).toBe(404)
  expect((await call('GET', '/v1nothing')).status).toBe(404)
})

test('a revoked key stops working within 5 s, while it is in use', async () => {
  const { apiKey, keyId, companyId } = await gateway.newKey()
  const other = await gateway.newKey(companyId)
  const call = caller(gateway.url, apiKey)
  expect((await call('GET', '/v1/nothing')).status).toBe(404)
  await revokeApiKey(gateway.pool, keyId)
  await eventually(async () => (await call('GET', '/v1/nothing')).status === 401, { within: 5_000 })
  expect((await caller(gateway.url, other.apiKey)('GET', '/v1/nothing')).status).toBe(404)
})

test('a new key works at once, even if it was tried before it was there', async () => {
  const { apiKey, keyId } = await gateway.newKey()
  await gateway.pool.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [keyId])
  const call = caller(gateway.url, apiKey)
  expect((await call('GET', '/v1/nothing')).status).toBe(401)
  await gateway.pool.query('UPDATE api_keys SET revoked_at = NULL WHERE id = $1', [keyId])
  expect((await call('GET', '/v1/nothing')).status).toBe(404)
})

test('the key itself is stored nowhere', async () => {
  const { apiKey, keyId } = await gateway.newKey()
  const { rows } = await gateway.pool.query('SELECT * FROM api_keys WHERE id = $1', [keyId])
  expect(JSON.stringify(rows)).not.toContain(apiKey.slice(3, -4))
  expect(rows[0].last_four).toBe(apiKey.slice(-4))
  expect(rows[0].hash).toHaveLength(32)
})
