import {
  INVOICE_EVENTS_STREAM,
  invoiceSubject,
  invoiceSubjectFilter,
  unavailable,
} from '@invoicing/contracts'
import type { InvoiceEvent } from '@invoicing/contracts/gen/events/v1/events'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { OwnNats } from '../../../testkit/src/own-nats.ts'
import { type Bus, EventConsumer, type EventConsumerOptions, linkBus } from '../../src/mod.ts'
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

/** A link of its own, with the stream in place: what a publisher has. */
async function busOf(): Promise<Bus> {
  const link = linkBus(nats.url, 'test', quietLog)
  stack.defer(() => link.close())
  return eventually(async () => {
    await link.ping()
    await link.bus().ensureStream()
    return link.bus()
  }, 10_000)
}

type Settings = Partial<EventConsumerOptions>

/** A consumer as a service has it, over a link of its own. */
function consumerOf(handle: EventConsumerOptions['handle'], settings: Settings = {}): EventConsumer {
  const link = linkBus(nats.url, 'test', quietLog)
  stack.defer(() => link.close())
  const subjects = [invoiceSubjectFilter('created')]
  const consumer = new EventConsumer(link, { durable: 'test', subjects, handle, ...settings }, quietLog)
  stack.defer(() => consumer.stop())
  return consumer
}

/** A handler that notes the events it was given. */
function notes() {
  const seen: string[] = []
  return { seen, handle: async (event: InvoiceEvent) => void seen.push(event.id) }
}

const infoOf = (bus: Bus, durable = 'test') => bus.jsm.consumers.info(INVOICE_EVENTS_STREAM, durable)

/** Holds once everything published was acknowledged. */
const allSettled = (bus: Bus, ms?: number) =>
  eventually(async () => {
    const { num_ack_pending, num_pending } = await infoOf(bus)
    expect({ num_ack_pending, num_pending }).toEqual({ num_ack_pending: 0, num_pending: 0 })
  }, ms)

describe('an event consumer', () => {
  test('handles what was published before it came and after, and acknowledges it', async () => {
    const bus = await busOf()
    const events = Array.from({ length: 200 }, () => createdEvent())
    const [early, late] = [events.slice(0, 100), events.slice(100)]
    await Promise.all(early.map((event) => publish(bus, event)))
    const { seen, handle } = notes()
    consumerOf(handle)
    await Promise.all(late.map((event) => publish(bus, event)))
    await eventually(() => expect(seen.toSorted()).toEqual(events.map(({ id }) => id).toSorted()))
    await allSettled(bus)
  })

  test('is given an event once that was published twice within the window of the bus', async () => {
    const bus = await busOf()
    const { seen, handle } = notes()
    consumerOf(handle)
    const [event, last] = [createdEvent(), createdEvent()]
    for (const each of [event, event, event, last]) await publish(bus, each)
    await eventually(() => expect(seen).toEqual([event.id, last.id]))
  })

  test('is given the events of its subjects alone, also when these change', async () => {
    const bus = await busOf()
    const { seen, handle } = notes()
    const event = createdEvent()
    const before = consumerOf(handle, { subjects: [invoiceSubjectFilter('sent')] })
    await eventually(() => infoOf(bus))
    await publish(bus, event)
    await before.stop()
    expect(seen).toEqual([])
    consumerOf(handle, { subjects: [invoiceSubjectFilter('sent'), invoiceSubjectFilter('created')] })
    await eventually(async () =>
      expect((await infoOf(bus)).config.filter_subjects).toEqual([
        invoiceSubjectFilter('sent'),
        invoiceSubjectFilter('created'),
      ]),
    )
    const later = createdEvent()
    await publish(bus, later)
    await eventually(() => expect(seen).toContain(later.id))
  })

  test('handles no more events at a time than it may', async () => {
    const bus = await busOf()
    let [now, most, handled] = [0, 0, 0]
    const handle = async () => {
      now += 1
      most = Math.max(most, now)
      await new Promise((resolve) => setImmediate(resolve))
      now -= 1
      handled += 1
    }
    consumerOf(handle, { concurrency: 4 })
    await Promise.all(Array.from({ length: 500 }, () => publish(bus, createdEvent())))
    await eventually(() => expect(handled).toBe(500))
    expect(most).toBeLessThanOrEqual(4)
    expect(most).toBeGreaterThan(1)
  })

  test('shares the events with the other replicas of its service', async () => {
    const bus = await busOf()
    const [one, other] = [notes(), notes()]
    consumerOf(one.handle, { concurrency: 2 })
    consumerOf(other.handle, { concurrency: 2 })
    await eventually(async () => expect((await infoOf(bus)).num_waiting).toBeGreaterThanOrEqual(2))
    const events = Array.from({ length: 300 }, () => createdEvent())
    await Promise.all(events.map((event) => publish(bus, event)))
    await eventually(() => expect(one.seen.length + other.seen.length).toBe(300))
    expect(new Set([...one.seen, ...other.seen]).size).toBe(300)
    expect(Math.min(one.seen.length, other.seen.length)).toBeGreaterThan(0)
  })

  test('is given an event again whose handling failed', async () => {
    const bus = await busOf()
    let deliveries = 0
    consumerOf(
      async () => {
        deliveries += 1
        if (deliveries < 3) throw new TypeError('a fault of ours')
      },
      { ackWaitMs: 300 },
    )
    await publish(bus, createdEvent())
    await eventually(() => expect(deliveries).toBe(3))
    await allSettled(bus)
    expect(deliveries).toBe(3)
  })

  test('does not stand still for an event that cannot be handled', async () => {
    const bus = await busOf()
    const { seen, handle } = notes()
    const poison = createdEvent()
    consumerOf(
      async (event) => {
        if (event.id === poison.id) throw new TypeError('a fault of ours')
        await handle(event)
      },
      { concurrency: 1 },
    )
    const events = Array.from({ length: 20 }, () => createdEvent())
    for (const event of [poison, ...events]) await publish(bus, event)
    await eventually(() => expect(seen).toEqual(events.map(({ id }) => id)))
  })

  test.each([
    ['a store', () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
    ['a peer', () => unavailable()],
  ])('waits for %s that is away with the events in hand, and loses none', async (_what, failure) => {
    const bus = await busOf()
    let away = true
    let attempts = 0
    const { seen, handle } = notes()
    consumerOf(
      async (event) => {
        attempts += 1
        if (away) throw failure()
        await handle(event)
      },
      { concurrency: 4, ackWaitMs: 1_000 },
    )
    const events = Array.from({ length: 50 }, () => createdEvent())
    await Promise.all(events.map((event) => publish(bus, event)))
    // Longer than the ack wait: what is in hand must be kept there.
    const start = performance.now()
    await eventually(() => expect(performance.now() - start).toBeGreaterThan(2_500))
    expect(attempts).toBeLessThan(4 * 20)
    away = false
    await eventually(() => expect(new Set(seen).size).toBe(50))
    await allSettled(bus)
    expect(seen.length).toBeLessThan(100)
  })

  test.each([
    ['no protobuf at all', Buffer.from('{"not":"protobuf"}')],
    ['cut short', Buffer.from([0x0a, 0x20, 0x65])],
    ['empty', Buffer.alloc(0)],
    ['without an invoice', Buffer.from([0x0a, 0x01, 0x65])],
  ])('ends a message that is %s, and goes on with the next', async (_what, payload) => {
    const bus = await busOf()
    const { seen, handle } = notes()
    consumerOf(handle, { ackWaitMs: 200 })
    await bus.js.publish(invoiceSubject('created', 'company_a', 'inv_a'), payload)
    const event = createdEvent()
    await publish(bus, event)
    await eventually(() => expect(seen).toEqual([event.id]))
    await allSettled(bus)
    expect((await infoOf(bus)).num_redelivered).toBe(0)
  })

  test('gives its handler until the ack wait for the calls it makes', async () => {
    const bus = await busOf()
    const left: number[] = []
    const { deadlineWithin } = await import('../../src/mod.ts')
    consumerOf(async () => void left.push(deadlineWithin(600_000) - Date.now()), { ackWaitMs: 2_000 })
    await publish(bus, createdEvent())
    await eventually(() => expect(left).toHaveLength(1))
    expect(left[0]).toBeLessThanOrEqual(2_000)
  })
})

describe('an event consumer that stops', () => {
  test('finishes what is in hand, begins nothing more, and leaves the rest to the next', async () => {
    const bus = await busOf()
    const events = Array.from({ length: 30 }, () => createdEvent())
    await Promise.all(events.map((event) => publish(bus, event)))
    const first = notes()
    const go = Promise.withResolvers<void>()
    let begun = 0
    const consumer = consumerOf(
      async (event) => {
        begun += 1
        await go.promise
        await first.handle(event)
      },
      { concurrency: 4 },
    )
    await eventually(() => expect(begun).toBe(4))
    const stopped = consumer.stop()
    go.resolve()
    await stopped
    expect({ begun, finished: first.seen.length }).toEqual({ begun: 4, finished: 4 })

    const second = notes()
    consumerOf(second.handle)
    // At once, not after the ack wait.
    await eventually(() => expect(second.seen.length).toBe(26))
    expect(new Set([...first.seen, ...second.seen]).size).toBe(30)
    await allSettled(bus)
  })

  test('does not wait for ever for a handler that hangs', async () => {
    const bus = await busOf()
    let begun = false
    const consumer = consumerOf(() => {
      begun = true
      return new Promise(() => {})
    })
    await publish(bus, createdEvent())
    await eventually(() => expect(begun).toBe(true))
    const start = performance.now()
    await consumer.stop()
    expect(performance.now() - start).toBeLessThan(3_500)
  })

  test('hands back at once what waits for a store', async () => {
    const bus = await busOf()
    let attempts = 0
    const consumer = consumerOf(async () => {
      attempts += 1
      throw unavailable()
    })
    const event = createdEvent()
    await publish(bus, event)
    await eventually(() => expect(attempts).toBeGreaterThan(0))
    await consumer.stop()
    const { seen, handle } = notes()
    consumerOf(handle)
    await eventually(() => expect(seen).toEqual([event.id]))
  })

  test('stops at once when it is idle, and when the bus is away', async () => {
    const bus = await busOf()
    const { handle } = notes()
    const idle = consumerOf(handle)
    await eventually(async () => expect((await infoOf(bus)).num_waiting).toBeGreaterThan(0))
    let start = performance.now()
    await idle.stop()
    expect(performance.now() - start).toBeLessThan(500)

    const cut = consumerOf(handle)
    await eventually(async () => expect((await infoOf(bus)).num_waiting).toBeGreaterThan(0))
    nats.line.cut()
    start = performance.now()
    await cut.stop()
    expect(performance.now() - start).toBeLessThan(3_000)
  })
})
