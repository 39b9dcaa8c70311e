import { AppError } from '@invoicing/contracts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { Line } from '../../../testkit/src/line.ts'
import { eventually } from '../eventually.ts'
import { streamPeer, testServer } from './test-server.ts'

let stack = new AsyncDisposableStack()
afterEach(async () => {
  await stack.disposeAsync()
  stack = new AsyncDisposableStack()
})

type Stream = NonNullable<Parameters<typeof testServer>[0]['stream']>

async function connected(stream: Stream) {
  const server = testServer({ stream })
  const address = await server.listen('127.0.0.1:0')
  stack.defer(() => server.stop())
  const peer = streamPeer(address)
  stack.defer(() => peer.close())
  return { ...peer, address }
}

const message = (clientId: string, invoiceIds: string[] = []) => ({ clientId, invoiceIds })
/** A message of about 30 kB. */
const large = message(
  'client_a',
  Array.from({ length: 1_000 }, (_, index) => `inv_${String(index).padStart(26, '0')}`),
)

/** How far a producer got, and whether it was told to clean up. */
function counting(count: number) {
  const seen = { produced: 0, released: false }
  const stream: Stream = async function* () {
    try {
      for (; seen.produced < count; seen.produced += 1) yield large
    } finally {
      seen.released = true
    }
  }
  return { seen, stream }
}

describe('a stream', () => {
  test('brings every message in order', async () => {
    const { call } = await connected(async function* () {
      for (let index = 0; index < 1_000; index += 1) yield message(`client_${index}`)
    })
    const ids: string[] = []
    for await (const { clientId } of call()) ids.push(clientId)
    expect(ids).toEqual(Array.from({ length: 1_000 }, (_, index) => `client_${index}`))
  })

  test('of nothing ends', async () => {
    const { call } = await connected(async function* () {})
    for await (const _ of call()) throw new Error('there is nothing to yield')
  })

  test('holds its producer back at the pace of its reader', async () => {
    const { seen, stream } = counting(300)
    const { call } = await connected(stream)
    const messages = call(9_000)
    await messages.next()
    await eventually(() => expect(seen.produced).toBeGreaterThan(1))
    // The windows of HTTP/2 and the buffers of both ends hold a few messages, not 10 MB.
    const ahead = await settledCount(() => seen.produced)
    expect(ahead).toBeLessThan(100)
    for await (const _ of messages);
    expect(seen).toEqual({ produced: 300, released: true })
  })

  test('that is left early stops its producer and breaks nothing', async () => {
    const { seen, stream } = counting(100_000)
    const { call } = await connected(stream)
    for await (const _ of call()) break
    await eventually(() => expect(seen.released).toBe(true))
    expect(seen.produced).toBeLessThan(100)
    for await (const { clientId } of call()) {
      expect(clientId).toBe('client_a')
      break
    }
  })

  test('whose reader fails stops its producer', async () => {
    const { seen, stream } = counting(100_000)
    const { call } = await connected(stream)
    const read = async () => {
      for await (const _ of call()) throw new RangeError('the reader has its own trouble')
    }
    await expect(read()).rejects.toThrow(RangeError)
    await eventually(() => expect(seen.released).toBe(true))
  })

  test('that fails in the middle brings what came before, then the error unchanged', async () => {
    const { call } = await connected(async function* () {
      yield message('client_1')
      yield message('client_2')
      throw new AppError('conflict', 'the list changed "here" 🧾')
    })
    const ids: string[] = []
    const read = async () => {
      for await (const { clientId } of call()) ids.push(clientId)
    }
    await expect(read()).rejects.toMatchObject({ code: 'conflict', message: 'the list changed "here" 🧾' })
    expect(ids).toEqual(['client_1', 'client_2'])
  })

  test('that fails before its first message brings the error', async () => {
    const { call } = await connected(() => {
      throw new AppError('not_found', 'gone')
    })
    await expect(call().next()).rejects.toMatchObject({ code: 'not_found', message: 'gone' })
  })

  test('that hangs is unavailable at its deadline, and its producer is told', async () => {
    let released = false
    const { call } = await connected(async function* () {
      try {
        yield message('client_1')
        await new Promise((resolve) => setTimeout(resolve, 500))
        yield message('client_2')
      } finally {
        released = true
      }
    })
    const start = performance.now()
    const read = async () => {
      for await (const _ of call(200));
    }
    await expect(read()).rejects.toMatchObject({ code: 'unavailable' })
    expect(performance.now() - start).toBeLessThan(450)
    await eventually(() => expect(released).toBe(true))
  })

  test('that is cut on the way is unavailable', async () => {
    const { seen, stream } = counting(100_000)
    const { address } = await connected(stream)
    const line = await Line.to(address)
    stack.defer(() => line.close())
    const peer = streamPeer(line.address)
    stack.defer(() => peer.close())
    const read = async () => {
      for await (const _ of peer.call()) line.cut()
    }
    await expect(read()).rejects.toMatchObject({ code: 'unavailable' })
    await eventually(() => expect(seen.released).toBe(true))
  })
})

/** A count once it has stayed the same for 20 turns of 10 ms. */
async function settledCount(count: () => number): Promise<number> {
  let [last, same] = [count(), 0]
  while (same < 20) {
    await new Promise((resolve) => setTimeout(resolve, 10))
    const now = count()
    same = now === last ? same + 1 : 0
    last = now
  }
  return last
}
