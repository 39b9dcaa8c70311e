import { HealthClient } from '@invoicing/contracts/gen/grpc/health/v1/health'
import { afterEach, describe, expect, test } from '@jest/globals'
import type { Checks } from '../src/health.ts'
import { failingChecks } from '../src/health.ts'
import { Peer } from '../src/mod.ts'
import { quietLog, testServer } from './grpc/test-server.ts'

let stack = new AsyncDisposableStack()
afterEach(async () => {
  await stack.disposeAsync()
  stack = new AsyncDisposableStack()
})

const answers = async () => 'PONG'
const fails = async () => {
  throw new Error('connect ECONNREFUSED')
}
const hangs = () => new Promise<never>(() => {})

async function healthOf(checks: Checks) {
  const server = testServer({}, checks)
  const peer = new Peer(HealthClient, await server.listen('127.0.0.1:0'))
  stack.defer(() => server.stop())
  stack.defer(() => peer.close())
  const check = peer.unary((client) => client.check)
  return async (service: string) => (await check({ service })).status
}

describe('readiness', () => {
  test('is serving when every store answers, and when there is none', async () => {
    const health = await healthOf(
      new Map([
        ['postgres', answers],
        ['nats', answers],
      ]),
    )
    expect(await health('')).toBe('SERVING')
    expect(await (await healthOf(new Map()))('')).toBe('SERVING')
  })

  test('is not serving when one store fails, and the process is live all the same', async () => {
    const health = await healthOf(
      new Map([
        ['postgres', answers],
        ['nats', fails],
      ]),
    )
    expect(await health('')).toBe('NOT_SERVING')
    expect(await health('live')).toBe('SERVING')
  })

  test('is asked anew each time', async () => {
    let back = false
    const health = await healthOf(new Map([['nats', () => (back ? answers() : fails())]]))
    expect(await health('')).toBe('NOT_SERVING')
    back = true
    expect(await health('')).toBe('SERVING')
  })

  test('is bounded when a store hangs', async () => {
    const health = await healthOf(
      new Map([
        ['postgres', hangs],
        ['nats', answers],
      ]),
    )
    const start = performance.now()
    expect(await health('')).toBe('NOT_SERVING')
    expect(performance.now() - start).toBeLessThan(2_500)
  })

  test('names the stores that fail, at once or late', async () => {
    const throws = () => {
      throw new Error('before a promise was there')
    }
    const checks: Checks = new Map([
      ['a', fails],
      ['b', answers],
      ['c', throws],
      ['d', hangs],
    ])
    expect(await failingChecks(checks, quietLog)).toEqual(['a', 'c', 'd'])
  })
})
