import { isId, newId } from '@invoicing/contracts'
import { InvoiceEvent } from '@invoicing/contracts/gen/events/v1/events'
import { Invoice, type InvoiceStatus } from '@invoicing/contracts/gen/invoices/v1/invoice'
import { eventually } from '@invoicing/testkit'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { BusReader } from './bus-reader.ts'
import { type InvoicesUnderTest, startInvoices } from './invoices-service.ts'
import { type Platform, startPlatform } from './platform.ts'

const SENT = 'INVOICE_STATUS_SENT'
const PAID = 'INVOICE_STATUS_PAID'
const CANCELED = 'INVOICE_STATUS_CANCELED'

let platform: Platform
let replica: InvoicesUnderTest
let bus: BusReader
beforeAll(async () => {
  platform = await startPlatform()
  replica = await startInvoices({ databaseUrl: platform.databaseUrl })
  bus = await BusReader.connect(process.env.NATS_URL ?? '')
}, 60_000)
afterAll(async () => {
  await bus.close()
  await replica.stop()
  await platform.stop()
})

/** A Draft of two lines, and its status endpoint. */
async function draft() {
  const { companyId, clientId, request } = await platform.account()
  const { invoice, lines } = await platform.createInvoice(
    request({
      lines: [
        { title: 'Design', quantity: '0.50', unitPrice: '100.10', vatRate: '20.0', unit: 'h' },
        { title: 'Discount', unitPrice: '-1' },
      ],
    }),
  )
  if (invoice === undefined) throw new Error('a create answers an invoice')
  const invoiceId = invoice.id
  type Details = { paymentMethod?: string; paymentReference?: string; paymentNotes?: string }
  return {
    companyId,
    clientId,
    invoice,
    lines,
    changeTo: async (status: InvoiceStatus, details: Details = {}, service: InvoicesUnderTest = platform) => {
      const { invoice: changed } = await service.changeStatus({ companyId, invoiceId, status, ...details })
      if (changed === undefined) throw new Error('a change answers an invoice')
      return changed
    },
    read: async () => (await platform.getInvoice({ companyId, invoiceId })).invoice,
    /** The events of the invoice as they are stored, in their order, with the log beside. */
    events: async () => {
      const { rows } = await platform.db.query<{ payload: Uint8Array; type: string; subject: string }>(
        `SELECT o.payload, o.subject, e.type FROM outbox o
         JOIN invoice_events e ON e.invoice_id = o.invoice_id AND e.id = o.id
         WHERE o.invoice_id = $1 ORDER BY o.position`,
        [invoiceId],
      )
      return rows.map(({ payload, ...row }) => ({ ...row, event: InvoiceEvent.decode(payload) }))
    },
  }
}

const conflict = (message: string) => ({ code: 'conflict', message })
const bytes = (invoice: Invoice | undefined) => Invoice.encode(invoice ?? Invoice.create()).finish()

describe('ChangeStatus', () => {
  it('moves a Draft to Sent and on to Paid; what is on paper and its version stay', async () => {
    const { invoice, changeTo, read } = await draft()
    const sent = await changeTo(SENT)
    expect(sent).toEqual({ ...invoice, status: SENT, modifiedAt: sent.modifiedAt })
    expect(bytes(await read())).toEqual(bytes(sent))
    const paid = await changeTo(PAID)
    expect(paid).toEqual({
      ...sent,
      status: PAID,
      modifiedAt: paid.modifiedAt,
      paymentId: expect.stringMatching(/^pay_/),
      receiptToken: expect.stringMatching(/^[\w-]{32}$/),
    })
    expect(bytes(await read())).toEqual(bytes(paid))
  })

  it('cancels a Draft and a Sent invoice', async () => {
    const one = await draft()
    expect(await one.changeTo(CANCELED)).toMatchObject({ status: CANCELED, paymentId: undefined })
    const other = await draft()
    await other.changeTo(SENT)
    expect(await other.changeTo(CANCELED)).toMatchObject({ status: CANCELED })
  })

  it('refuses what the table does not have, and leaves everything as it was', async () => {
    const { changeTo, read, events } = await draft()
    await changeTo(SENT)
    await expect(changeTo(SENT)).rejects.toMatchObject(
      conflict('the invoice is already Sent and cannot become Sent again'),
    )
    const paid = await changeTo(PAID)
    for (const status of [SENT, PAID, CANCELED] as const) {
      await expect(changeTo(status, { paymentReference: 'late' })).rejects.toMatchObject(
        conflict('the invoice is already Paid and cannot be changed'),
      )
    }
    expect(await read()).toEqual(paid)
    expect((await events()).map(({ type }) => type)).toEqual(['created', 'sent', 'paid'])
  })

  it('refuses Draft and no status as a target, of whatever invoice', async () => {
    const { changeTo } = await draft()
    for (const status of ['INVOICE_STATUS_DRAFT', 'INVOICE_STATUS_UNSPECIFIED'] as const) {
      await expect(changeTo(status)).rejects.toMatchObject({ code: 'invalid_argument' })
    }
  })

  it('finds no invoice of another company', async () => {
    const { invoice } = await draft()
    const { companyId } = await platform.account()
    for (const invoiceId of [invoice.id, newId('invoice')]) {
      await expect(platform.changeStatus({ companyId, invoiceId, status: SENT })).rejects.toMatchObject({
        code: 'not_found',
        message: 'Invoice not found',
      })
    }
  })
})

describe('an invoice that somebody keeps locked', () => {
  it('answers unavailable in time, stays as it was, and can be changed afterwards', async () => {
    const { invoice, changeTo, read, events } = await draft()
    const holder = await platform.db.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('SELECT FROM invoices WHERE id = $1 FOR UPDATE', [invoice.id])
      await expect(changeTo(PAID)).rejects.toMatchObject({ code: 'unavailable' })
      await holder.query('ROLLBACK')
    } finally {
      holder.release()
    }
    expect(await read()).toEqual(invoice)
    expect(await changeTo(PAID)).toMatchObject({ status: PAID })
    expect((await events()).map(({ type }) => type)).toEqual(['created', 'paid'])
  }, 15_000)
})

describe('a payment', () => {
  it('is of the total at the moment of the change, with what the caller told', async () => {
    const { companyId, clientId, invoice, changeTo } = await draft()
    const details = { paymentMethod: ' card ', paymentReference: 'PO 7', paymentNotes: '' }
    const paid = await changeTo(PAID, details)
    expect(paid.paymentReferenceNumber).toBe('PO 7')
    const { payment } = await platform.getPayment({ companyId, paymentId: paid.paymentId ?? '' })
    expect(payment).toEqual({
      id: paid.paymentId,
      companyId,
      invoiceId: invoice.id,
      clientId,
      amount: invoice.total,
      currency: 'EUR',
      method: 'card',
      reference: 'PO 7',
      notes: undefined,
      paidAt: paid.modifiedAt,
      createdAt: paid.modifiedAt,
      modifiedAt: paid.modifiedAt,
    })
    expect(isId('payment', payment?.id ?? '')).toBe(true)
  })

  it('takes no details with another change, but refuses those that cannot be', async () => {
    const { changeTo } = await draft()
    const tooLong = { paymentNotes: 'x'.repeat(2_001) }
    await expect(changeTo(SENT, tooLong)).rejects.toMatchObject({
      code: 'invalid_argument',
      message: 'payment_notes must be at most 2000 characters',
    })
    const sent = await changeTo(SENT, { paymentReference: 'early' })
    expect(sent.paymentReferenceNumber).toBe('')
  })

  it('is shown to nobody of another company', async () => {
    const { changeTo } = await draft()
    const { paymentId = '' } = await changeTo(PAID)
    const { companyId } = await platform.account()
    for (const id of [paymentId, newId('payment')]) {
      await expect(platform.getPayment({ companyId, paymentId: id })).rejects.toMatchObject({
        code: 'not_found',
        message: 'Payment not found',
      })
    }
  })
})

describe('the event of a change', () => {
  it('carries the invoice as GET shows it, with lines, snapshots and payment', async () => {
    const { companyId, lines, changeTo, read, events } = await draft()
    await changeTo(SENT)
    const sentAsRead = await read()
    const { paymentId = '' } = await changeTo(PAID, { paymentReference: 'PO 7' })
    const paidAsRead = await read()
    const [created, sent, paid] = await events()
    expect(bytes(sent?.event.invoice)).toEqual(bytes(sentAsRead))
    expect(bytes(paid?.event.invoice)).toEqual(bytes(paidAsRead))
    for (const change of [sent, paid]) {
      expect(change?.event.lines).toEqual(lines)
      expect(change?.event.client).toEqual(created?.event.client)
      expect(change?.event.company).toEqual(created?.event.company)
      expect(change?.event.occurredAt).toEqual(change?.event.invoice?.modifiedAt)
    }
    const { payment } = await platform.getPayment({ companyId, paymentId })
    expect([sent?.event.payment, paid?.event.payment]).toEqual([undefined, payment])
  })

  it('carries all of 1,000 lines in their order', async () => {
    const { companyId, request } = await platform.account()
    const { invoice, lines } = await platform.createInvoice(
      request({
        lines: Array.from({ length: 1_000 }, (_, n) => ({ title: `Position ${n}`, unitPrice: '0.01' })),
      }),
    )
    const invoiceId = invoice?.id ?? ''
    const { invoice: sent } = await platform.changeStatus({ companyId, invoiceId, status: SENT })
    const { rows } = await platform.db.query(
      "SELECT payload FROM outbox WHERE invoice_id = $1 AND subject LIKE '%.sent.%'",
      [invoiceId],
    )
    const event = InvoiceEvent.decode(rows[0].payload)
    expect(event.lines).toEqual(lines)
    expect(event.invoice).toEqual(sent)
  })

  it('arrives on the bus after that of the creation; Draft straight to Paid is only paid', async () => {
    const { companyId, invoice, changeTo, events } = await draft()
    await changeTo(PAID)
    const messages = await eventually(
      async () => {
        const found = await bus.messages(companyId)
        return found.length >= 2 && found
      },
      { within: 15_000 },
    )
    expect(messages.map(({ subject }) => subject)).toEqual([
      `invoicing.v1.invoice.created.${companyId}.${invoice.id}`,
      `invoicing.v1.invoice.paid.${companyId}.${invoice.id}`,
    ])
    const [, paid] = await events()
    expect(messages[1]).toMatchObject({ messageId: paid?.event.id, event: paid?.event })
  })
})

describe('changes of one invoice at once', () => {
  const PAIRS = [
    [PAID, CANCELED],
    [CANCELED, PAID],
    [PAID, PAID],
    [SENT, SENT],
  ] as const

  it('exactly one of two wins, on two replicas, fifty times; the other is told of the winner', async () => {
    for (let round = 0; round < 50; round += 1) {
      const [first, second] = PAIRS[round % PAIRS.length] ?? PAIRS[0]
      const { changeTo, read, events } = await draft()
      const outcomes = await Promise.allSettled([changeTo(first), changeTo(second, {}, replica)])
      const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
      const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
      expect([won.length, lost.length]).toEqual([1, 1])
      const [winner] = won
      const name = { [SENT]: 'Sent', [PAID]: 'Paid', [CANCELED]: 'Canceled' }[String(winner?.status)] ?? ''
      expect(lost).toMatchObject([conflict(expect.stringContaining(`already ${name} `) as never)])
      expect(await read()).toEqual(winner)
      expect((await events()).map(({ type }) => type)).toEqual(['created', name.toLowerCase()])
    }
  }, 60_000)

  it('Sent and Paid at once: both, in this order, or Paid alone', async () => {
    for (let round = 0; round < 25; round += 1) {
      const { changeTo, read, events } = await draft()
      const [sent, paid] = await Promise.allSettled([changeTo(SENT), changeTo(PAID, {}, replica)])
      expect(paid.status).toBe('fulfilled')
      expect((await read())?.status).toBe(PAID)
      const types = sent.status === 'fulfilled' ? ['created', 'sent', 'paid'] : ['created', 'paid']
      expect((await events()).map(({ type }) => type)).toEqual(types)
    }
  }, 60_000)

  it('leave one payment of ten', async () => {
    const { companyId, changeTo } = await draft()
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => changeTo(PAID)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { rows } = await platform.db.query('SELECT id FROM payments WHERE company_id = $1', [companyId])
    expect(rows).toHaveLength(1)
  })
})
