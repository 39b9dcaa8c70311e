import { createLog, linkBus } from '@invoicing/chassis'
import { INVOICE_EVENTS_STREAM, invoiceSubject, newId } from '@invoicing/contracts'
import { InvoiceEvent } from '@invoicing/contracts/gen/events/v1/events'
import { eventually, Line, OwnNats } from '@invoicing/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { type NumberingDatabase, numberingDatabase, spawnReplica, startReplica, upTo } from './numbering.ts'

let nats: OwnNats
let database: NumberingDatabase
beforeAll(async () => {
  nats = await OwnNats.start()
  database = await numberingDatabase()
}, 300_000)
afterAll(async () => {
  await nats.stop()
  await database.drop()
})

let stack = new AsyncDisposableStack()
afterEach(async () => {
  await stack.disposeAsync()
  stack = new AsyncDisposableStack()
  await nats.wipe()
})

async function publisher() {
  const link = linkBus(nats.url, 'test', createLog('test', 'silent'))
  stack.defer(() => link.close())
  return async (event: InvoiceEvent, verb: 'created' | 'sent' = 'created') => {
    const subject = invoiceSubject(verb, event.invoice?.companyId ?? '', event.invoice?.id ?? '')
    await eventually(
      async () => {
        await link.ping()
        await link.bus().ensureStream()
        // Without a message id the bus takes the same event twice.
        await link.bus().js.publish(subject, InvoiceEvent.encode(event).finish())
        return true
      },
      { within: 15_000 },
    )
    return link
  }
}

const createdEvent = (companyId: string, invoiceId: string) =>
  InvoiceEvent.fromPartial({
    id: newId('event'),
    type: 'INVOICE_EVENT_TYPE_CREATED',
    occurredAt: new Date(),
    invoice: { id: invoiceId, companyId, status: 'INVOICE_STATUS_DRAFT' },
  })

async function replica(databaseUrl = database.url) {
  const numbering = await startReplica({ databaseUrl, natsUrl: nats.url })
  stack.defer(() => numbering.stop())
  return numbering
}

const confirmedAt = async (invoice: string): Promise<Date | null> =>
  (await database.query('SELECT confirmed_at FROM allocations WHERE invoice_id = $1', [invoice]))[0]
    ?.confirmed_at

const confirmed = (invoice: string) =>
  eventually(async () => (await confirmedAt(invoice)) ?? undefined, { within: 15_000 })

const consumed = async (event: InvoiceEvent): Promise<number> =>
  (await database.query('SELECT FROM consumed_events WHERE event_id = $1', [event.id])).length

describe('a reservation', () => {
  test('is confirmed when its invoice was created, and no other is', async () => {
    const publish = await publisher()
    const numbering = await replica()
    const company = await numbering.company()
    const [invoice, neighbour] = [newId('invoice'), newId('invoice')]
    await numbering.allocate(company, invoice)
    await numbering.allocate(company, neighbour)
    await publish(createdEvent(company, invoice))
    await confirmed(invoice)
    expect(await confirmedAt(neighbour)).toBeNull()
  })

  test('is confirmed once, however often the event comes', async () => {
    const publish = await publisher()
    const numbering = await replica()
    const company = await numbering.company()
    const [invoice, last] = [newId('invoice'), newId('invoice')]
    await numbering.allocate(company, invoice)
    await numbering.allocate(company, last)
    const event = createdEvent(company, invoice)
    await publish(event)
    const first = await confirmed(invoice)
    for (const _ of upTo(5)) await publish(event)
    await publish(createdEvent(company, last))
    await confirmed(last)
    expect(await confirmedAt(invoice)).toEqual(first)
    expect(await consumed(event)).toBe(1)
  })

  test('is not confirmed by what happens to the invoice later', async () => {
    const publish = await publisher()
    const numbering = await replica()
    const company = await numbering.company()
    const [invoice, last] = [newId('invoice'), newId('invoice')]
    await numbering.allocate(company, invoice)
    await numbering.allocate(company, last)
    await publish({ ...createdEvent(company, invoice), type: 'INVOICE_EVENT_TYPE_SENT' }, 'sent')
    await publish(createdEvent(company, last))
    await confirmed(last)
    expect(await confirmedAt(invoice)).toBeNull()
  })

  test('of an invoice that was never numbered here disturbs nobody', async () => {
    const publish = await publisher()
    const numbering = await replica()
    const company = await numbering.company()
    const invoice = newId('invoice')
    const stray = createdEvent(company, newId('invoice'))
    await numbering.allocate(company, invoice)
    await publish(stray)
    await publish(createdEvent(company, invoice))
    await confirmed(invoice)
    await eventually(async () => (await consumed(stray)) === 1)
  })

  test('is confirmed late when the bus was away, restarted, or lost its store', async () => {
    nats.line.cut()
    const numbering = await replica()
    const company = await numbering.company()
    const invoices = upTo(4).map(() => newId('invoice'))
    for (const invoice of invoices) await numbering.allocate(company, invoice)
    nats.line.restore()
    const publish = await publisher()
    const breaks = [async () => {}, () => nats.restart(), () => nats.wipe(), () => nats.restart()]
    for (const [index, invoice] of invoices.entries()) {
      await breaks[index]?.()
      await publish(createdEvent(company, invoice))
      await confirmed(invoice)
    }
    expect(await eventually(() => numbering.ready())).toBe(true)
  })

  test('is confirmed late when the database was away', async () => {
    const publish = await publisher()
    const url = new URL(database.url)
    const line = await Line.to(url.host)
    stack.defer(() => line.close())
    url.host = line.address
    const numbering = await replica(url.href)
    const company = await numbering.company()
    const invoices = upTo(30).map(() => newId('invoice'))
    await Promise.all(invoices.map((invoice) => numbering.allocate(company, invoice)))
    line.cut()
    for (const invoice of invoices) await publish(createdEvent(company, invoice))
    line.restore()
    for (const invoice of invoices) await confirmed(invoice)
  })

  test('is confirmed though the process is killed among them, and counts once', async () => {
    const publish = await publisher()
    const first = await spawnReplica({ databaseUrl: database.url, natsUrl: nats.url })
    stack.defer(() => first.stop())
    const company = await first.company()
    const invoices = upTo(200).map(() => newId('invoice'))
    await Promise.all(invoices.map((invoice) => first.allocate(company, invoice)))
    const events = invoices.map((invoice) => createdEvent(company, invoice))
    const publishing = Promise.all(events.map((event) => publish(event)))
    const anyConfirmed = 'SELECT FROM allocations WHERE company_id = $1 AND confirmed_at IS NOT NULL'
    await eventually(async () => (await database.query(anyConfirmed, [company])).length > 0)
    await first.kill()
    await publishing

    const second = await spawnReplica({ databaseUrl: database.url, natsUrl: nats.url })
    stack.defer(() => second.stop())
    // What the killed process had in hand comes again after the ack wait of 30 s.
    await eventually(async () => (await database.query(anyConfirmed, [company])).length === 200, {
      within: 45_000,
    })
    for (const event of events.slice(0, 20)) expect(await consumed(event)).toBe(1)
  }, 90_000)

  test('leaves nothing unacknowledged on the bus', async () => {
    const publish = await publisher()
    const numbering = await replica()
    const company = await numbering.company()
    const invoices = upTo(20).map(() => newId('invoice'))
    for (const invoice of invoices) await numbering.allocate(company, invoice)
    const links = await Promise.all(invoices.map((invoice) => publish(createdEvent(company, invoice))))
    await eventually(async () => {
      const info = await links[0]?.bus().jsm.consumers.info(INVOICE_EVENTS_STREAM, 'numbering')
      return info?.num_ack_pending === 0 && info.num_pending === 0
    })
    for (const invoice of invoices) expect(await confirmedAt(invoice)).not.toBeNull()
  })
})
