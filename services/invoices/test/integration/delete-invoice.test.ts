import { newId } from '@invoicing/contracts'
import { InvoiceEvent } from '@invoicing/contracts/gen/events/v1/events'
import { eventually, OwnNats } from '@invoicing/testkit'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { BusReader } from './bus-reader.ts'
import { type InvoicesUnderTest, startInvoices } from './invoices-service.ts'
import { type Account, type Platform, startPlatform } from './platform.ts'

let nats: OwnNats
let platform: Platform
let replica: InvoicesUnderTest
let bus: BusReader
beforeAll(async () => {
  nats = await OwnNats.start()
  platform = await startPlatform({ natsUrl: nats.url })
  replica = await startInvoices({
    databaseUrl: platform.databaseUrl,
    natsUrl: nats.url,
    clients: platform.clients.address,
    numbering: platform.numbering.address,
  })
  bus = await BusReader.connect(nats.url)
}, 60_000)
afterAll(async () => {
  await bus.close()
  await replica.stop()
  await platform.stop()
  await nats.stop()
})

async function draftOf({ companyId, request }: Account): Promise<{ companyId: string; invoiceId: string }> {
  const { invoice } = await platform.createInvoice(request())
  return { companyId, invoiceId: invoice?.id ?? '' }
}

/** Rows that are left of an invoice, by table. */
async function rowsOf(invoiceId: string): Promise<Record<string, number>> {
  const { rows } = await platform.db.query(
    `SELECT
       (SELECT count(*)::int FROM invoices WHERE id = $1) AS invoices,
       (SELECT count(*)::int FROM invoice_lines WHERE invoice_id = $1) AS lines,
       (SELECT count(*)::int FROM invoice_events WHERE invoice_id = $1) AS log,
       (SELECT count(*)::int FROM outbox WHERE invoice_id = $1) AS outbox`,
    [invoiceId],
  )
  return rows[0]
}

const nothingButTheDeletion = { invoices: 0, lines: 0, log: 0, outbox: 1 }

/** The verbs of an invoice's messages on the bus, in their order. */
async function onTheBus({ companyId, invoiceId }: { companyId: string; invoiceId: string }) {
  const messages = await bus.messages(companyId)
  return messages
    .map(({ subject }) => subject.split('.'))
    .flatMap((parts) => (parts[5] === invoiceId ? parts[3] : []))
}

const published = (invoiceId: string) =>
  eventually(
    async () => {
      const { rows } = await platform.db.query(
        'SELECT bool_and(published_at IS NOT NULL) AS all FROM outbox WHERE invoice_id = $1',
        [invoiceId],
      )
      return rows[0].all === true
    },
    { within: 15_000 },
  )

describe('DeleteInvoice', () => {
  it('removes the invoice with its lines, its log and its messages, and leaves the event that tells of it', async () => {
    const account = await platform.account()
    const draft = await draftOf(account)
    const neighbour = await draftOf(account)
    await platform.updateInvoice({ ...draft, dueDate: '2026-02-01' })
    await Promise.all([published(draft.invoiceId), published(neighbour.invoiceId)])
    expect(await onTheBus(draft)).toEqual(['created', 'updated'])

    await platform.deleteInvoice(draft)
    await expect(platform.getInvoice(draft)).rejects.toMatchObject({ code: 'not_found' })
    await published(draft.invoiceId)
    expect(await rowsOf(draft.invoiceId)).toEqual(nothingButTheDeletion)
    expect(await onTheBus(draft)).toEqual(['deleted'])
    expect(await onTheBus(neighbour)).toEqual(['created'])
  })

  it('tells who cleans up which invoice it was, and nothing of what was on it', async () => {
    const draft = await draftOf(await platform.account())
    await platform.updateInvoice({ ...draft, noteBlocks: { notes: { content: 'secret' } } })
    await platform.deleteInvoice(draft)
    const { rows } = await platform.db.query<{ payload: Uint8Array }>(
      "SELECT payload FROM outbox WHERE invoice_id = $1 AND subject LIKE '%.deleted.%'",
      [draft.invoiceId],
    )
    const event = InvoiceEvent.decode(rows[0]?.payload ?? new Uint8Array())
    expect(event).toMatchObject({
      type: 'INVOICE_EVENT_TYPE_DELETED',
      invoice: { id: draft.invoiceId, companyId: draft.companyId, invoiceNumber: 'INV-0001', version: 2 },
      lines: [],
      client: undefined,
      company: undefined,
    })
    expect(event.invoice?.noteBlocks).toBeUndefined()
  })

  it('while the bus is away sends the earlier events first, and clears them away after the deletion', async () => {
    const account = await platform.account()
    nats.line.cut()
    await eventually(async () => !(await platform.isReady()))
    const draft = await draftOf(account)
    await platform.updateInvoice({ ...draft, dueDate: '2026-02-01' })
    await platform.deleteInvoice(draft)
    expect(await rowsOf(draft.invoiceId)).toEqual({ invoices: 0, lines: 0, log: 0, outbox: 3 })
    nats.line.restore()
    await eventually(async () => (await rowsOf(draft.invoiceId)).outbox === 1, { within: 15_000 })
    expect(await onTheBus(draft)).toEqual(['deleted'])
  })

  it('is not_found the second time, and for an unknown or a foreign invoice', async () => {
    const draft = await draftOf(await platform.account())
    const other = await platform.account()
    const foreign = { ...draft, companyId: other.companyId }
    const refused = { code: 'not_found', message: 'Invoice not found' }
    await expect(platform.deleteInvoice(foreign)).rejects.toMatchObject(refused)
    await platform.deleteInvoice(draft)
    for (const wrong of [draft, { ...draft, invoiceId: newId('invoice') }]) {
      await expect(platform.deleteInvoice(wrong)).rejects.toMatchObject(refused)
    }
  })

  it.each(['SENT', 'PAID', 'CANCELED'] as const)(
    'refuses an invoice that is %s, and names its status',
    async (status) => {
      const draft = await draftOf(await platform.account())
      await platform.changeStatus({ ...draft, status: `INVOICE_STATUS_${status}` })
      const name = status.charAt(0) + status.slice(1).toLowerCase()
      await expect(platform.deleteInvoice(draft)).rejects.toMatchObject({
        code: 'conflict',
        message: `the invoice is already ${name}: only drafts can be deleted`,
      })
      expect((await platform.getInvoice(draft)).invoice?.lineItemIds).toHaveLength(1)
    },
  )

  it('never gives its number to another invoice', async () => {
    const account = await platform.account()
    await platform.deleteInvoice(await draftOf(account))
    const { invoice } = await platform.createInvoice(account.request())
    expect(invoice?.invoiceNumber).toBe('INV-0002')
  })
})

describe('lists with deletions', () => {
  it('say exactly what remains, while pages are read and drafts are deleted in between', async () => {
    const account = await platform.account()
    const { companyId } = account
    const drafts = []
    for (let n = 0; n < 12; n += 1) drafts.push(await draftOf(account))
    const newest = drafts.toReversed().map(({ invoiceId }) => invoiceId)
    const del = (...places: number[]) =>
      Promise.all(
        places.map((place) => platform.deleteInvoice({ companyId, invoiceId: newest[place] ?? '' })),
      )

    await del(0, 4, 11)
    const first = await platform.listInvoices({ companyId, limit: 3 })
    expect(first.invoices.map(({ id }) => id)).toEqual([newest[1], newest[2], newest[3]])
    expect(first.remaining).toBe(6)
    // The very row that the page ended at, one that comes next, and one far below.
    await del(3, 5, 9)
    const second = await platform.listInvoices({ companyId, limit: 3, after: first.next })
    expect(second.invoices.map(({ id }) => id)).toEqual([newest[6], newest[7], newest[8]])
    expect(second.remaining).toBe(1)
    const third = await platform.listInvoices({ companyId, limit: 3, after: second.next })
    expect(third.invoices.map(({ id }) => id)).toEqual([newest[10]])
    expect([third.remaining, third.next]).toEqual([0, undefined])
  })
})

describe('a deletion and other changes at once', () => {
  it('take turns: an update comes before it or finds nothing, and nothing is left of either', async () => {
    const account = await platform.account()
    for (let round = 0; round < 25; round += 1) {
      const draft = await draftOf(account)
      const update = { ...draft, lines: { lines: [{ title: 'Late', unitPrice: '1' }] } }
      const [deleted, ...updates] = await Promise.allSettled([
        platform.deleteInvoice(draft),
        replica.updateInvoice(update),
        platform.updateInvoice(update),
      ])
      expect(deleted.status).toBe('fulfilled')
      for (const outcome of updates) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'not_found' })
      }
      await eventually(async () => (await rowsOf(draft.invoiceId)).outbox === 1, { within: 15_000 })
      expect(await rowsOf(draft.invoiceId)).toEqual(nothingButTheDeletion)
    }
  }, 60_000)

  it('of two deletions one succeeds, and of a deletion and a change of status one', async () => {
    const account = await platform.account()
    const { companyId } = account
    for (let round = 0; round < 20; round += 1) {
      const twice = await draftOf(account)
      const both = await Promise.allSettled([platform.deleteInvoice(twice), replica.deleteInvoice(twice)])
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const sent = await draftOf(account)
      const either = await Promise.allSettled([
        platform.deleteInvoice(sent),
        replica.changeStatus({ ...sent, status: 'INVOICE_STATUS_SENT' }),
      ])
      expect(either.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    }
    const { rows } = await platform.db.query(
      `SELECT (SELECT count(*)::int FROM deleted_rows WHERE company_id = $1) AS holes,
              (SELECT count(*)::int FROM invoices WHERE company_id = $1) AS invoices`,
      [companyId],
    )
    expect(rows[0].holes + rows[0].invoices).toBe(40)
    const page = await platform.listInvoices({ companyId, limit: 1 })
    expect(1 + page.remaining).toBe(rows[0].invoices)
  }, 60_000)
})
