import { INVOICE_EVENTS_STREAM, invoiceSubjectFilter } from '@invoicing/contracts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { OwnNats } from '../../../testkit/src/own-nats.ts'
import { type Bus, type BusLink, EventConsumer, linkBus } from '../../src/mod.ts'
import { eventually } from '../eventually.ts'
import { quietLog } from '../grpc/test-server.ts'
import { createdEvent, publish } from './events.ts'

let nats: OwnNats
beforeAll(async () => {
  nats = await OwnNats.start()
}, 300_000)
afterAll(() => nats.stop())

let stack = new AsyncDisposableStack()
afterEach(async () => {
  await stack.disposeAsync()
  stack = new AsyncDisposableStack()
  await nats.wipe()
})

function linkOf(): BusLink {
  const link = linkBus(nats.url, 'test', quietLog)
  stack.defer(() => link.close())
  return link
}

/** Everything a service has: a link, and a consumer that notes what it was given. */
function service() {
  const link = linkOf()
  const seen: string[] = []
  const consumer = new EventConsumer(
    link,
    {
      durable: 'test',
      subjects: [invoiceSubjectFilter('created')],
      handle: async (event) => void seen.push(event.id),
    },
    quietLog,
  )
  stack.defer(() => consumer.stop())
  return { link, seen }
}

/** Publishes one event, as often as it takes: what the outbox does. */
async function deliver(link: BusLink, ms = 15_000): Promise<string> {
  const event = createdEvent()
  await eventually(async () => {
    // Otherwise what is sent while disconnected is lost and waits for its time limit.
    await link.ping()
    await link.bus().ensureStream()
    await publish(link.bus(), event)
  }, ms)
  return event.id
}

const consuming = (bus: Bus) =>
  eventually(async () => {
    const { num_waiting } = await bus.jsm.consumers.info(INVOICE_EVENTS_STREAM, 'test')
    expect(num_waiting).toBeGreaterThan(0)
  }, 10_000)

async function connected() {
  const { link, seen } = service()
  await eventually(() => link.ping(), 10_000)
  await consuming(link.bus())
  return { link, seen }
}

describe('a service and its bus', () => {
  test('meet when the bus was away at the start', async () => {
    nats.line.cut()
    const { link, seen } = service()
    await expect(link.ping()).rejects.toMatchObject({ code: 'unavailable' })
    nats.line.restore()
    const id = await deliver(link)
    await eventually(() => expect(seen).toEqual([id]), 10_000)
  })

  test('part at once when the bus was never reached', async () => {
    nats.line.cut()
    const { link } = service()
    const start = performance.now()
    await stack.disposeAsync()
    stack = new AsyncDisposableStack()
    expect(performance.now() - start).toBeLessThan(3_000)
    await expect(link.ping()).rejects.toThrow()
  })

  test('go on when the bus was away for a while', async () => {
    const { link, seen } = await connected()
    const before = await deliver(link)
    nats.line.cut()
    await eventually(() => expect(link.ping()).rejects.toThrow())
    const start = performance.now()
    await expect(link.ping()).rejects.toThrow()
    expect(performance.now() - start).toBeLessThan(500)
    nats.line.restore()
    const after = await deliver(link)
    await eventually(() => expect(seen).toEqual([before, after]), 10_000)
    await link.ping()
  })

  test('go on when the bus restarted, with what was published meanwhile', async () => {
    const { link, seen } = await connected()
    const ids: string[] = []
    for (let round = 0; round < 3; round += 1) {
      const delivered = Promise.all([deliver(link), deliver(link), deliver(link)])
      await nats.restart()
      ids.push(...(await delivered))
    }
    await eventually(() => expect(seen.toSorted()).toEqual(ids.toSorted()), 15_000)
  })

  test('go on when the bus fell silent', async () => {
    const { link, seen } = await connected()
    nats.line.silence()
    const start = performance.now()
    await eventually(() => expect(link.ping()).rejects.toThrow(), 20_000)
    // The link has noticed by itself, not only this ping.
    await eventually(async () => {
      const asked = performance.now()
      await expect(link.ping()).rejects.toThrow()
      expect(performance.now() - asked).toBeLessThan(200)
    }, 20_000)
    expect(performance.now() - start).toBeLessThan(15_000)
    nats.line.restore()
    const id = await deliver(link)
    await eventually(() => expect(seen).toEqual([id]), 15_000)
  }, 60_000)

  test('go on when the stream was deleted under them', async () => {
    const { link, seen } = await connected()
    await link.bus().jsm.streams.delete(INVOICE_EVENTS_STREAM)
    const start = performance.now()
    const id = await deliver(link)
    await eventually(() => expect(seen).toEqual([id]), 10_000)
    expect(performance.now() - start).toBeLessThan(8_000)
  })

  test('go on when the consumer was deleted under them', async () => {
    const { link, seen } = await connected()
    await link.bus().jsm.consumers.delete(INVOICE_EVENTS_STREAM, 'test')
    const id = await deliver(link)
    await eventually(() => expect(seen).toEqual([id]), 10_000)
  })

  test('go on when the whole store was wiped', async () => {
    const { link, seen } = await connected()
    const before = await deliver(link)
    await eventually(() => expect(seen).toEqual([before]))
    await nats.wipe()
    const start = performance.now()
    const after = await deliver(link)
    await eventually(() => expect(seen).toEqual([before, after]), 15_000)
    expect(performance.now() - start).toBeLessThan(10_000)
  })

  test('get another connection when the client gave theirs up', async () => {
    const { link, seen } = await connected()
    await link.bus().connection.close()
    const id = await deliver(link)
    await eventually(() => expect(seen).toEqual([id]), 10_000)
  })

  test('do not meet with a wrong password, and are not ended by it', async () => {
    const url = new URL(nats.url)
    if (url.password === '') return
    url.password = 'wrong'
    const link = linkBus(url.href, 'test', quietLog)
    stack.defer(() => link.close())
    await expect(link.ping()).rejects.toMatchObject({ code: 'unavailable' })
  })
})
