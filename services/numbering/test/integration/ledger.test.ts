import { createLog, linkBus } from '@invoicing/chassis'
import { invoiceSubject, newId } from '@invoicing/contracts'
import { InvoiceEvent, type InvoiceEventType } from '@invoicing/contracts/gen/events/v1/events'
import { eventually, OwnNats } from '@invoicing/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type NumberingDatabase, numberingDatabase, startReplica, upTo } from './numbering.ts'

const DELETED_AT = new Date('2026-01-31T12:00:00.000Z')

let nats: OwnNats
let database: NumberingDatabase
let numbering: Awaited<ReturnType<typeof startReplica>>
let link: ReturnType<typeof linkBus>
beforeAll(async () => {
  nats = await OwnNats.start()
  database = await numberingDatabase()
  numbering = await startReplica({ databaseUrl: database.url, natsUrl: nats.url })
  link = linkBus(nats.url, 'test', createLog('test', 'silent'))
  await eventually(() => numbering.ready(), { within: 15_000 })
  await eventually(
    async () =>
      link
        .bus()
        .ensureStream()
        .then(() => true),
    { within: 15_000 },
  )
}, 300_000)
afterAll(async () => {
  await link.close()
  await numbering.stop()
  await nats.stop()
  await database.drop()
})

async function publish(
  verb: 'created' | 'deleted',
  companyId: string,
  invoiceId: string,
  id = newId('event'),
) {
  const type: InvoiceEventType =
    verb === 'created' ? 'INVOICE_EVENT_TYPE_CREATED' : 'INVOICE_EVENT_TYPE_DELETED'
  const event = InvoiceEvent.fromPartial({
    id,
    type,
    occurredAt: DELETED_AT,
    invoice: { id: invoiceId, companyId },
  })
  const payload = InvoiceEvent.encode(event).finish()
  // Without a message id the bus takes the same event twice.
  await link.bus().js.publish(invoiceSubject(verb, companyId, invoiceId), payload)
  return id
}

const ledger = (company: string) =>
  database.query(
    `SELECT number, invoice_number, invoice_id, deleted_at FROM number_ledger
     WHERE company_id = $1 ORDER BY number`,
    [company],
  )

const entries = (company: string, count: number) =>
  eventually(
    async () => {
      const rows = await ledger(company)
      return rows.length === count && rows
    },
    { within: 15_000 },
  )

const consumed = (event: string) =>
  eventually(
    async () =>
      (await database.query('SELECT FROM consumed_events WHERE event_id = $1', [event])).length === 1,
    { within: 15_000 },
  )

const isConfirmed = async (invoice: string) =>
  (await database.query('SELECT confirmed_at FROM allocations WHERE invoice_id = $1', [invoice]))[0]
    ?.confirmed_at !== null

describe('the ledger', () => {
  test('names the number, the printed form, the invoice and the time of every deletion', async () => {
    const company = await numbering.company({ prefix: 'R/' })
    const [kept, deleted] = [newId('invoice'), newId('invoice')]
    for (const invoice of [kept, deleted]) {
      await numbering.allocate(company, invoice)
      await publish('created', company, invoice)
    }
    await publish('deleted', company, deleted)
    expect(await entries(company, 1)).toEqual([
      { number: 2, invoice_number: 'R/0002', invoice_id: deleted, deleted_at: DELETED_AT },
    ])
  })

  test('has one entry however often the event comes', async () => {
    const company = await numbering.company()
    const [invoice, last] = [newId('invoice'), newId('invoice')]
    await numbering.allocate(company, invoice)
    await numbering.allocate(company, last)
    const event = await publish('deleted', company, invoice)
    for (const _ of upTo(5)) await publish('deleted', company, invoice, event)
    // Another event of the same deletion would not make a second entry either.
    await publish('deleted', company, invoice)
    await publish('deleted', company, last)
    const rows = await entries(company, 2)
    expect(rows.map(({ invoice_id }) => invoice_id)).toEqual([invoice, last])
  })

  test('takes a deletion whose creation was never seen: its number is settled and never goes out again', async () => {
    const company = await numbering.company()
    const invoice = newId('invoice')
    await numbering.allocate(company, invoice)
    await publish('deleted', company, invoice)
    await entries(company, 1)
    expect(await isConfirmed(invoice)).toBe(true)
    expect((await numbering.allocate(company)).number).toBe(2)
  })

  test('stays as it is when the creation comes after the deletion', async () => {
    const company = await numbering.company()
    const invoice = newId('invoice')
    await numbering.allocate(company, invoice)
    await publish('deleted', company, invoice)
    const before = await entries(company, 1)
    await consumed(await publish('created', company, invoice))
    expect(await ledger(company)).toEqual(before)
  })

  test('has no entry for an invoice that was never numbered here', async () => {
    const company = await numbering.company()
    await consumed(await publish('deleted', company, newId('invoice')))
    expect(await ledger(company)).toEqual([])
  })
})
