import { newId } from '@invoicing/contracts'
import { eventually, type FreshDatabase, freshDatabase, Line, OwnNats } from '@invoicing/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import pg from 'pg'
import { publisher, spawnConsumer, startConsumer } from './consume-events-service.ts'

const MIGRATIONS = `${import.meta.dirname}/../migrations`

let nats: OwnNats
let database: FreshDatabase
let db: pg.Pool
beforeAll(async () => {
  nats = await OwnNats.start()
  database = await freshDatabase(MIGRATIONS)
  db = new pg.Pool({ connectionString: database.url, max: 4 })
}, 300_000)
afterAll(async () => {
  await nats.stop()
  await db.end()
  await database.drop()
})

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

async function webhooks(databaseUrl = database.url) {
  const service = await startConsumer({ databaseUrl, natsUrl: nats.url })
  stack.defer(() => service.stop())
  return service
}

/** When each of the events was recorded; an event that was not is left out. */
async function recorded(...ids: string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; at: string }>(
    'SELECT event_id AS id, consumed_at::text AS at FROM consumed_events WHERE event_id = ANY ($1)',
    [ids],
  )
  return new Map(rows.map(({ id, at }) => [id, at]))
}

const allRecorded = (ids: string[], within = 15_000) =>
  eventually(async () => (await recorded(...ids)).size === ids.length, { within })

/** Holds once everything on the bus was acknowledged. */
const settled = (within = 15_000) =>
  eventually(
    async () => {
      const { num_ack_pending, num_pending } = await bus.consumer()
      return num_ack_pending === 0 && num_pending === 0
    },
    { within },
  )

describe('the events that webhooks carry', () => {
  test('are recorded, and no other is asked for', async () => {
    await webhooks()
    const ids: string[] = []
    for (const verb of ['created', 'sent', 'paid', 'canceled'] as const) ids.push(await bus.publish(verb))
    const others = [await bus.publish('updated'), await bus.publish('deleted')]
    const last = await bus.publish()
    await allRecorded([...ids, last])
    await settled()
    expect((await recorded(...others)).size).toBe(0)
    expect((await bus.consumer()).delivered.consumer_seq).toBe(5)
  })

  test('are recorded once, however often they come', async () => {
    await webhooks()
    const id = await bus.publish()
    await allRecorded([id])
    const first = await recorded(id)
    for (let round = 0; round < 5; round += 1) await bus.publish('created', id)
    await allRecorded([await bus.publish()])
    await settled()
    expect(await recorded(id)).toEqual(first)
  })

  test('are recorded once by two replicas that share them', async () => {
    await Promise.all([webhooks(), webhooks()])
    const ids = Array.from({ length: 100 }, () => newId('event'))
    await Promise.all([...ids, ...ids].map((id) => bus.publish('created', id)))
    await allRecorded(ids)
    await settled()
  })

  test('wait on the bus while it is away at the start, restarts, or loses its store', async () => {
    nats.line.cut()
    const service = await webhooks()
    expect(await service.ready()).toBe(false)
    nats.line.restore()
    await allRecorded([await bus.publish()])
    await nats.restart()
    await allRecorded([await bus.publish()])
    await nats.wipe()
    await allRecorded([await bus.publish()])
    expect(await eventually(() => service.ready())).toBe(true)
  })

  test('wait while the database is away', async () => {
    const url = new URL(database.url)
    const line = await Line.to(url.host)
    stack.defer(() => line.close())
    url.host = line.address
    const service = await webhooks(url.href)
    await allRecorded([await bus.publish()])
    line.cut()
    const ids = await Promise.all(Array.from({ length: 50 }, () => bus.publish()))
    expect(await service.ready()).toBe(false)
    line.restore()
    await allRecorded(ids)
    await settled()
    expect(await eventually(() => service.ready())).toBe(true)
  })

  test('count once when the process is killed after the work and before the answer to the bus', async () => {
    const first = await spawnConsumer({ databaseUrl: database.url, natsUrl: nats.url })
    stack.defer(() => first.stop())
    await allRecorded([await bus.publish()])
    await settled()

    const holder = await db.connect()
    let id: string
    try {
      // The work waits for this lock while the way back to the bus is closed.
      await holder.query('BEGIN; LOCK TABLE consumed_events')
      id = await bus.publish()
      await eventually(async () => {
        const { rowCount } = await holder.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
        return rowCount === 1
      })
      nats.line.silence()
      await holder.query('COMMIT')
    } finally {
      holder.release()
    }
    await allRecorded([id])
    const before = await recorded(id)
    await first.kill()
    // What the killed process had said is gone with its connection.
    nats.line.cut()
    nats.line.restore()
    await eventually(async () => (await bus.consumer()).num_ack_pending === 1, { within: 15_000 })

    const second = await spawnConsumer({ databaseUrl: database.url, natsUrl: nats.url })
    stack.defer(() => second.stop())
    // It comes again after the ack wait of 30 s.
    await settled(45_000)
    expect(await recorded(id)).toEqual(before)
  }, 90_000)
})
