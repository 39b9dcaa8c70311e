import { newId } from '@invoicing/contracts'
import { eventually, OwnNats } from '@invoicing/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { publisher, spawnPdf, startPdf } from './pdf.ts'

let nats: OwnNats
beforeAll(async () => {
  nats = await OwnNats.start()
}, 300_000)
afterAll(() => nats.stop())

let stack: AsyncDisposableStack
let bus: ReturnType<typeof publisher>
beforeEach(() => {
  stack = new AsyncDisposableStack()
  bus = publisher(nats.url)
  stack.defer(() => bus.close())
})
afterEach(async () => {
  await stack.disposeAsync()
  await nats.wipe()
})

async function pdf() {
  const service = await startPdf({ natsUrl: nats.url })
  stack.defer(() => service.stop())
  return service
}

/** Holds once the service has acknowledged this many messages and none is left. */
const acknowledged = (count: number, within = 15_000) =>
  eventually(
    async () => {
      const { ack_floor, num_ack_pending, num_pending } = await bus.consumer()
      return ack_floor.consumer_seq >= count && num_ack_pending === 0 && num_pending === 0
    },
    { within },
  )

describe('the events of invoices', () => {
  test('that change a paper are acknowledged, and no other is asked for', async () => {
    await pdf()
    for (const verb of ['created', 'sent', 'updated', 'paid', 'canceled', 'deleted'] as const) {
      await bus.publish(verb)
    }
    await acknowledged(4)
    expect((await bus.consumer()).delivered.consumer_seq).toBe(4)
  })

  test('that come twice are acknowledged like any other', async () => {
    await pdf()
    const id = newId('event')
    for (let round = 0; round < 5; round += 1) await bus.publish('created', id)
    await acknowledged(5)
    expect((await bus.consumer()).num_redelivered).toBe(0)
  })

  test('are waited for when the bus is away at the start', async () => {
    nats.line.cut()
    const service = await pdf()
    expect(await service.ready()).toBe(false)
    nats.line.restore()
    await bus.publish('created')
    await acknowledged(1)
    expect(await eventually(() => service.ready())).toBe(true)
  })

  test('are taken in again when the bus restarted, and when it lost its store', async () => {
    const service = await pdf()
    await bus.publish('created')
    await acknowledged(1)
    await nats.restart()
    await bus.publish('updated')
    await acknowledged(2)
    await nats.wipe()
    await bus.publish('paid')
    await acknowledged(1)
    expect(await eventually(() => service.ready())).toBe(true)
  })

  test('are all acknowledged in the end when the service is killed among them', async () => {
    const first = await spawnPdf({ natsUrl: nats.url })
    stack.defer(() => first.stop())
    const publishing = Promise.all(Array.from({ length: 300 }, () => bus.publish('created')))
    await eventually(async () => (await bus.consumer()).ack_floor.consumer_seq > 0)
    await first.kill()
    await publishing
    const second = await spawnPdf({ natsUrl: nats.url })
    stack.defer(() => second.stop())
    // What was in hand comes again after the ack wait of 30 s.
    await acknowledged(300, 45_000)
  }, 90_000)
})

describe('the service', () => {
  test('stops soon, with the bus there and with the bus away', async () => {
    const service = await pdf()
    await bus.publish('created')
    await acknowledged(1)
    let start = performance.now()
    await service.stop()
    expect(performance.now() - start).toBeLessThan(1_000)

    const other = await pdf()
    expect(await eventually(() => other.ready())).toBe(true)
    nats.line.cut()
    start = performance.now()
    await other.stop()
    expect(performance.now() - start).toBeLessThan(4_000)
  })
})
