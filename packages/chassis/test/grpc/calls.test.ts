import { AppError, ERRORS, type ErrorCode } from '@invoicing/contracts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { Line } from '../../../testkit/src/line.ts'
import { deadlineWithin } from '../../src/mod.ts'
import { testServer, unaryPeer } from './test-server.ts'

const ANY_PORT = '127.0.0.1:0'
let stack: AsyncDisposableStack | undefined
afterEach(async () => {
  await stack?.disposeAsync()
  stack = undefined
})

type Unary = NonNullable<Parameters<typeof testServer>[0]['unary']>

/** A real server and a peer of it, both gone after the test. */
async function connected(unary: Unary) {
  stack ??= new AsyncDisposableStack()
  const server = testServer({ unary })
  const address = await server.listen(ANY_PORT)
  stack.defer(() => server.stop())
  const peer = unaryPeer(address)
  stack.defer(() => peer.close())
  return { ...peer, address, server }
}

async function elapsed<T>(work: Promise<T>): Promise<{ outcome: PromiseSettledResult<T>; ms: number }> {
  const start = performance.now()
  const [outcome] = await Promise.allSettled([work])
  return { outcome, ms: performance.now() - start }
}

const never = () => new Promise<never>(() => {})

describe('an error', () => {
  test.each(Object.keys(ERRORS) as ErrorCode[])('%s crosses unchanged', async (code) => {
    const message = `items[2].title "100% naïve"\nمرحبا 🧾 must not be ${'x'.repeat(1_500)}`
    const { call } = await connected(async () => {
      throw new AppError(code, message, { cause: new Error('SELECT secret FROM table') })
    })
    const error = await call().then(
      () => undefined,
      (failure: unknown) => failure,
    )
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ code, message })
  })

  test('crosses two services unchanged', async () => {
    const inner = await connected(async () => {
      throw new AppError('content_flagged', 'sent for manual review')
    })
    const outer = await connected(() => inner.call())
    await expect(outer.call()).rejects.toMatchObject({
      code: 'content_flagged',
      message: 'sent for manual review',
    })
  })

  test('that nobody expected tells the caller nothing', async () => {
    const { call } = await connected(async () => {
      throw new TypeError('column "secret" does not exist at 10.0.0.1')
    })
    await expect(call()).rejects.toMatchObject({ code: 'internal', message: 'internal error' })
  })

  test('of a store that is away is unavailable', async () => {
    const { call } = await connected(async () => {
      throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
    })
    await expect(call()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.not.stringContaining('5432'),
    })
  })

  test('is what a response that cannot be sent becomes', async () => {
    const { call } = await connected(async () => ({ number: 1.5, invoiceNumber: 'INV-0001' }))
    await expect(call()).rejects.toMatchObject({ code: 'internal' })
    const other = await connected((async () => undefined) as unknown as Unary)
    await expect(other.call()).rejects.toMatchObject({ code: 'internal' })
  })

  test('is what a value thrown that is no error becomes', async () => {
    const { call } = await connected(async () => {
      throw 'just a text'
    })
    await expect(call()).rejects.toMatchObject({ code: 'internal' })
  })

  test('thrown before a promise is there crosses like any other', async () => {
    const { call } = await connected((() => {
      throw new AppError('not_found', 'gone')
    }) as Unary)
    await expect(call()).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a deadline', () => {
  test('turns a hanging handler into unavailable when it comes', async () => {
    const { call } = await connected(never)
    const { outcome, ms } = await elapsed(call('inv_a', 200))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
    expect(ms).toBeGreaterThan(190)
    expect(ms).toBeLessThan(1_000)
  })

  test('of a caller holds for the calls that its callee makes', async () => {
    const deadlines: number[] = []
    const inner = await connected(async () => {
      deadlines.push(deadlineWithin(60_000))
      return { number: 1, invoiceNumber: 'INV-0001' }
    })
    const outer = await connected(async (request) => {
      deadlines.push(deadlineWithin(60_000))
      return inner.call(request.invoiceId)
    })
    const latest = Date.now() + 700
    await outer.call('inv_a', 700)
    expect(deadlines).toHaveLength(2)
    // gRPC sends what is left of the time, rounded up to a millisecond at each hop.
    for (const deadline of deadlines) expect(deadline).toBeLessThanOrEqual(latest + 50)
  })

  test('cuts the whole chain when the last service in it hangs', async () => {
    const inner = await connected(never)
    const middle = await connected((request) => inner.call(request.invoiceId))
    const outer = await connected((request) => middle.call(request.invoiceId))
    const { outcome, ms } = await elapsed(outer.call('inv_a', 300))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
    expect(ms).toBeLessThan(1_000)
  })

  test('is there even when the caller sets none', async () => {
    const { call } = await connected(async () => {
      expect(deadlineWithin(60_000) - Date.now()).toBeLessThanOrEqual(5_000)
      return { number: 1, invoiceNumber: 'INV-0001' }
    })
    await expect(call()).resolves.toMatchObject({ number: 1 })
  })
})

describe('a peer', () => {
  test('that is away is unavailable at once', async () => {
    const { address, server } = await connected(async () => ({ number: 1, invoiceNumber: 'INV-0001' }))
    await server.stop()
    const peer = unaryPeer(address)
    stack?.defer(() => peer.close())
    const { outcome, ms } = await elapsed(peer.call())
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
    expect(ms).toBeLessThan(1_000)
  })

  test('works again within about a second of its return', async () => {
    const unary = async () => ({ number: 7, invoiceNumber: 'INV-0007' })
    const { address, server, call } = await connected(unary)
    await expect(call()).resolves.toMatchObject({ number: 7 })
    await server.stop()
    const away = performance.now()
    // Long enough for the back-off between attempts to have grown to its limit.
    while (performance.now() - away < 2_000) {
      await expect(call('inv_a', 500)).rejects.toMatchObject({ code: 'unavailable' })
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const again = testServer({ unary })
    await again.listen(address)
    stack?.defer(() => again.stop())
    const back = performance.now()
    let answer: unknown
    while (answer === undefined && performance.now() - back < 5_000) {
      answer = await call('inv_a', 500).catch(() => new Promise((resolve) => setTimeout(resolve, 20)))
    }
    expect(answer).toMatchObject({ number: 7 })
    expect(performance.now() - back).toBeLessThan(1_500)
  })

  test('that dies in mid-call is unavailable, not hanging', async () => {
    const reached = Promise.withResolvers<void>()
    const { address } = await connected(async () => {
      reached.resolve()
      return never()
    })
    const line = await Line.to(address)
    stack?.defer(() => line.close())
    const peer = unaryPeer(line.address)
    stack?.defer(() => peer.close())
    const outcome = elapsed(peer.call())
    await reached.promise
    line.cut()
    const { outcome: settled, ms } = await outcome
    expect(settled).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
    expect(ms).toBeLessThan(1_000)
  })

  test('that falls silent is unavailable at the deadline, and works again when it is back', async () => {
    const { address } = await connected(async () => ({ number: 7, invoiceNumber: 'INV-0007' }))
    const line = await Line.to(address)
    stack?.defer(() => line.close())
    const peer = unaryPeer(line.address)
    stack?.defer(() => peer.close())
    await peer.call()
    line.silence()
    const { outcome, ms } = await elapsed(peer.call('inv_a', 200))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
    expect(ms).toBeLessThan(1_000)
    line.restore()
    await expect(peer.call()).resolves.toMatchObject({ number: 7 })
  })

  test('that does not know the call answers internal, and the reason stays in the cause', async () => {
    stack = new AsyncDisposableStack()
    const server = testServer({})
    const peer = unaryPeer(await server.listen(ANY_PORT))
    stack.defer(() => server.stop())
    stack.defer(() => peer.close())
    await expect(peer.call()).rejects.toMatchObject({ code: 'internal', message: 'internal error' })
  })

  test('carries messages of several megabytes', async () => {
    const { call } = await connected(async ({ invoiceId }) => ({ number: 1, invoiceNumber: invoiceId }))
    const long = 'é'.repeat(6_000_000)
    const { invoiceNumber } = await call(long)
    expect(invoiceNumber === long).toBe(true)
  })
})
