import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { GatewayUnderTest } from '../fixtures/gateway.ts'
import { caller } from '../fixtures/http.ts'

let gateway: GatewayUnderTest
beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ RATE_LIMIT_PER_MINUTE: '100' })
})
afterAll(() => gateway.stop())

test('of 300 requests at once exactly 100 are let through, whatever they ask for', async () => {
  const { apiKey } = await gateway.newKey()
  const call = caller(gateway.url, apiKey)
  const paths = ['/v1/nothing', '/v1/clients/nobody', '/v1/clients?limit=0']
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, index) => call('GET', paths[index % paths.length] ?? '')),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(answers.length - refused.length).toBe(100)
  for (const { headers, json } of refused) {
    expect(json).toEqual({ error: 'rate limit exceeded: 100 requests per minute' })
    expect(headers.get('content-type')).toBe('application/json')
    expect(Array.from(headers.keys()).filter((name) => /limit|retry|quota/.test(name))).toEqual([])
  }
})

test('each key has a window of its own, also of one company', async () => {
  const first = await gateway.newKey()
  const second = await gateway.newKey(first.companyId)
  const drain = Array.from({ length: 100 }, () => caller(gateway.url, first.apiKey)('GET', '/v1/nothing'))
  expect((await Promise.all(drain)).every(({ status }) => status === 404)).toBe(true)
  expect((await caller(gateway.url, first.apiKey)('GET', '/v1/nothing')).status).toBe(429)
  expect((await caller(gateway.url, second.apiKey)('GET', '/v1/nothing')).status).toBe(404)
})

test('an invalid key takes nothing from a window, and has none', async () => {
  const call = caller(gateway.url, 'ik_0000000000000000000000000000000000000000000')
  const answers = await Promise.all(Array.from({ length: 150 }, () => call('GET', '/v1/clients')))
  expect(answers.every(({ status }) => status === 401)).toBe(true)
})
