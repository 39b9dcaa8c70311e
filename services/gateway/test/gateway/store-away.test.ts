import { eventually, Line } from '@invoicing/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { GatewayUnderTest } from '../fixtures/gateway.ts'
import { type Call, caller } from '../fixtures/http.ts'

let line: Line
let gateway: GatewayUnderTest
let newCall: () => Promise<Call>
beforeAll(async () => {
  const { host } = new URL(process.env.POSTGRES_URL ?? '')
  line = await Line.to(host)
  gateway = await GatewayUnderTest.start({}, (url) => url.replace(host, line.address))
  // A key that no look-up has seen: a remembered one needs no store for 3 s.
  newCall = async () => caller(gateway.url, (await gateway.newKey()).apiKey)
})
afterAll(async () => {
  line.restore()
  await gateway.stop()
  await line.close()
})

describe('while the key store is away', () => {
  test.each(['cut', 'silence'] as const)('(%s) a key is neither wrong nor waited for long', async (how) => {
    const call = await newCall()
    const refused = await newCall()
    line[how]()
    try {
      const started = performance.now()
      const answers = await Promise.all([
        call('GET', '/v1/nothing'),
        ...Array.from({ length: 20 }, () => refused('GET', '/v1/nothing')),
        refused('GET', '/readyz'),
      ])
      for (const { status, headers, json } of answers) {
        expect([status, headers.get('retry-after'), Object.keys(json)]).toEqual([503, '1', ['error']])
      }
      expect(answers.at(-1)?.json).toEqual({ error: expect.stringContaining('postgres') })
      expect(performance.now() - started).toBeLessThan(5_000)
      expect((await call('GET', '/healthz')).status).toBe(200)
    } finally {
      line.restore()
    }
    await eventually(async () => (await call('GET', '/v1/nothing')).status === 404, { within: 10_000 })
  })

  test('a key that was in use goes on for a moment, and no longer than a revoked one may', async () => {
    const call = await newCall()
    expect((await call('GET', '/v1/nothing')).status).toBe(404)
    line.cut()
    try {
      expect((await call('GET', '/v1/nothing')).status).toBe(404)
      await eventually(async () => (await call('GET', '/v1/nothing')).status === 503, { within: 5_000 })
    } finally {
      line.restore()
    }
  })
})
