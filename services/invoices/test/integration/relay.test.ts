import { invoiceSubject, newId } from '@invoicing/contracts'
import { InvoiceEvent, InvoiceEventType } from '@invoicing/contracts/gen/events/v1/events'
import { eventually, OwnNats } from '@invoicing/testkit'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { BusReader } from './bus-reader.ts'
import { type InvoicesUnderTest, startInvoices } from './invoices-service.ts'
import { type Platform, startPlatform } from './platform.ts'

let nats: OwnNats
let platform: Platform
let replica: InvoicesUnderTest
let bus: BusReader
beforeAll(async () => {
  nats = await OwnNats.start()
  platform = await startPlatform({ natsUrl: nats.url })
  replica = await startInvoices({ databaseUrl: platform.databaseUrl, natsUrl: nats.url })
  bus = await BusReader.connect(nats.url)
}, 60_000)
afterAll(async () => {
  await bus.close()
  await replica.stop()
  await platform.stop()
  await nats.stop()
})

const messagesOnceThereAre = (count: number, companyId: string) =>
  eventually(
    async () => {
      const messages = await bus.messages(companyId)
      return messages.length >= count && messages
    },
    { within: 15_000 },
  )

/** Puts an event into the outbox as a change of an invoice would. */
async function putEvent(
  companyId: string,
  columns: { invoiceId?: string; claimedUntil?: Date; payload?: Buffer } = {},
): Promise<string> {
  const { invoiceId = newId('invoice'), claimedUntil = null } = columns
  const id = newId('event')
  const type = InvoiceEventType.INVOICE_EVENT_TYPE_UPDATED
  const payload = InvoiceEvent.encode(InvoiceEvent.create({ id, type, invoice: { id: invoiceId } })).finish()
  await platform.db.query(
    `INSERT INTO outbox (id, invoice_id, subject, payload, created_at, claimed_until)
     VALUES ($1, $2, $3, $4, now(), $5)`,
    [
      id,
      invoiceId,
      invoiceSubject('updated', companyId, invoiceId),
      columns.payload ?? Buffer.from(payload),
      claimedUntil,
    ],
  )
  return id
}

const inAMinute = () => new Date(Date.now() + 60_000)

async function endClaim(eventId: string): Promise<void> {
  await platform.db.query('UPDATE outbox SET claimed_until = now() WHERE id = $1', [eventId])
}

async function publishedAt(eventId: string): Promise<Date | undefined> {
  const { rows } = await platform.db.query('SELECT published_at FROM outbox WHERE id = $1', [eventId])
  return rows[0]?.published_at ?? undefined
}

describe('a created invoice', () => {
  it('arrives on the bus once, under its subject and id, as GET shows it', async () => {
    const { companyId, request } = await platform.account({ name: 'Acme', locale: 'fr-FR' })
    const details = { email: 'ap@initech.example', city: 'Austin', taxId: 'US-1' }
    const clientId = await platform.client(companyId, { companyName: 'Initech', ...details })
    const { invoice, lines } = await platform.createInvoice(
      request({
        clientId,
        lines: [{ title: 'Design', unitPrice: '0.10', vatRate: '20.0', quantity: '3' }],
      }),
    )
    const [message] = await messagesOnceThereAre(1, companyId)
    expect(message).toMatchObject({
      messageId: message?.event.id,
      subject: `invoicing.v1.invoice.created.${companyId}.${invoice?.id}`,
      event: { type: 'INVOICE_EVENT_TYPE_CREATED', occurredAt: invoice?.createdAt },
    })
    const { invoice: shown } = await platform.getInvoice({ companyId, invoiceId: invoice?.id ?? '' })
    expect(message?.event.invoice).toEqual(shown)
    expect(message?.event.lines).toEqual(lines)
    expect(message?.event.client).toMatchObject({ id: clientId, companyName: 'Initech', ...details })
    expect(message?.event.company).toMatchObject({
      id: companyId,
      name: 'Acme',
      locale: 'fr-FR',
      paperSize: 'A4',
    })

    await eventually(() => publishedAt(message?.event.id ?? ''))
    expect(await bus.messages(companyId)).toHaveLength(1)
  })

  it('arrives with the longest lines that there can be', async () => {
    const { companyId, request } = await platform.account()
    const lines = Array.from({ length: 1_000 }, () => ({ title: '🧾'.repeat(500), unit: '箱'.repeat(50) }))
    const { invoice } = await platform.createInvoice(request({ lines }))
    const [message] = await messagesOnceThereAre(1, companyId)
    expect(message?.event.lines).toHaveLength(1_000)
    expect(message?.event.invoice).toEqual(invoice)
  })

  it('is created all the same while the bus is away, and its event follows', async () => {
    const { companyId, request } = await platform.account()
    nats.line.cut()
    await eventually(async () => !(await platform.isReady()))
    const answers = await Promise.all(Array.from({ length: 5 }, () => platform.createInvoice(request())))
    nats.line.restore()
    const messages = await messagesOnceThereAre(5, companyId)
    const ids = (all: (string | undefined)[]) => all.toSorted()
    expect(ids(messages.map(({ event }) => event.invoice?.id))).toEqual(
      ids(answers.map(({ invoice }) => invoice?.id)),
    )
    await eventually(() => platform.isReady())
  })

  it('is created while the bus does not answer', async () => {
    const { companyId, request } = await platform.account()
    nats.line.silence()
    await platform.createInvoice(request())
    nats.line.restore()
    await messagesOnceThereAre(1, companyId)
  })

  it('arrives on a bus that was wiped', async () => {
    const { companyId, request } = await platform.account()
    await nats.wipe()
    await platform.createInvoice(request())
    await messagesOnceThereAre(1, companyId)
  })
})

describe('a service that starts without the bus', () => {
  it('creates invoices, says that it is not ready, and publishes once the bus is there', async () => {
    const { companyId, request } = await platform.account()
    nats.line.cut()
    const late = await startInvoices({
      databaseUrl: platform.databaseUrl,
      natsUrl: nats.url,
      clients: platform.clients.address,
      numbering: platform.numbering.address,
    })
    try {
      await late.createInvoice(request())
      expect(await late.isReady()).toBe(false)
      nats.line.restore()
      await messagesOnceThereAre(1, companyId)
      await eventually(() => late.isReady())
    } finally {
      nats.line.restore()
      await late.stop()
    }
  })
})

describe('the relay', () => {
  it('publishes the events of one invoice in their order, however many relays there are', async () => {
    const companyId = newId('company')
    const invoiceIds = Array.from({ length: 10 }, () => newId('invoice'))
    const put: string[] = []
    for (let round = 0; round < 8; round += 1) {
      for (const invoiceId of invoiceIds) put.push(await putEvent(companyId, { invoiceId }))
    }
    const messages = await messagesOnceThereAre(put.length, companyId)
    expect(messages).toHaveLength(put.length)
    for (const invoiceId of invoiceIds) {
      const arrived = messages.filter(({ event }) => event.invoice?.id === invoiceId)
      expect(arrived.map(({ event }) => event.id)).toEqual(
        put.filter((_, index) => invoiceIds[index % invoiceIds.length] === invoiceId),
      )
    }
  })

  it('leaves alone what another relay has claimed, until that claim runs out', async () => {
    const companyId = newId('company')
    const claimed = await putEvent(companyId, { claimedUntil: inAMinute() })
    const free = await putEvent(companyId)
    await eventually(() => publishedAt(free))
    expect(await publishedAt(claimed)).toBeUndefined()
    await endClaim(claimed)
    await eventually(() => publishedAt(claimed))
    expect((await bus.messages(companyId)).map(({ messageId }) => messageId)).toEqual([free, claimed])
  })

  it('lets no event of an invoice overtake one that another relay has claimed', async () => {
    const companyId = newId('company')
    const invoiceId = newId('invoice')
    const first = await putEvent(companyId, { invoiceId, claimedUntil: inAMinute() })
    const second = await putEvent(companyId, { invoiceId })
    const other = await putEvent(companyId)
    await eventually(() => publishedAt(other))
    expect(await publishedAt(second)).toBeUndefined()
    await endClaim(first)
    await eventually(() => publishedAt(second))
    expect((await bus.messages(companyId)).map(({ messageId }) => messageId)).toEqual([other, first, second])
  })

  it('publishes again what it could not mark as published, and the bus keeps one', async () => {
    const companyId = newId('company')
    const event = await putEvent(companyId)
    await eventually(() => publishedAt(event))
    await platform.db.query('UPDATE outbox SET published_at = NULL, claimed_until = NULL WHERE id = $1', [
      event,
    ])
    await eventually(() => publishedAt(event))
    expect(await bus.messages(companyId)).toHaveLength(1)
  })

  it('is not held up by an event that the bus will not take', async () => {
    const companyId = newId('company')
    const tooLarge = await putEvent(companyId, { payload: Buffer.alloc(bus.maxPayload + 1) })
    const others = [await putEvent(companyId), await putEvent(companyId)]
    const messages = await messagesOnceThereAre(2, companyId)
    expect(messages.map(({ event }) => event.id).toSorted()).toEqual(others.toSorted())
    expect(await publishedAt(tooLarge)).toBeUndefined()
    await platform.db.query('DELETE FROM outbox WHERE id = $1', [tooLarge])
  })
})
