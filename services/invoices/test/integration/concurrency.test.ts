import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type InvoicesUnderTest, startInvoices } from './invoices-service.ts'
import { type Platform, startPlatform } from './platform.ts'

let platform: Platform
let replica: InvoicesUnderTest
beforeAll(async () => {
  platform = await startPlatform()
  replica = await startInvoices({
    databaseUrl: platform.databaseUrl,
    clients: platform.clients.address,
    numbering: platform.numbering.address,
  })
})
afterAll(async () => {
  await replica.stop()
  await platform.stop()
})

const numbersUpTo = (last: number) =>
  Array.from({ length: last }, (_, n) => `INV-${String(n + 1).padStart(4, '0')}`)

describe('concurrent creates of one company', () => {
  it('all succeed, with consecutive numbers and dense places in the list', async () => {
    const { companyId, request } = await platform.account()
    const answers = await Promise.all(Array.from({ length: 16 }, () => platform.createInvoice(request())))
    const numbers = answers.map(({ invoice }) => invoice?.invoiceNumber)
    expect(numbers.toSorted()).toEqual(numbersUpTo(16))

    const { rows } = await platform.db.query(
      'SELECT array_agg(seq ORDER BY seq)::int[] AS places FROM invoices WHERE company_id = $1',
      [companyId],
    )
    expect(rows[0].places).toEqual(Array.from({ length: 16 }, (_, n) => n + 1))
    for (const { invoice } of answers) {
      const { invoice: shown } = await platform.getInvoice({ companyId, invoiceId: invoice?.id ?? '' })
      expect(shown).toEqual(invoice)
    }
  })

  it('all succeed on two replicas', async () => {
    const { companyId, request } = await platform.account()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? platform : replica).createInvoice(request())),
    )
    expect(answers.map(({ invoice }) => invoice?.invoiceNumber).toSorted()).toEqual(numbersUpTo(40))
    const { invoices, remaining } = await replica.listInvoices({ companyId, limit: 25 })
    expect([invoices.length, remaining]).toEqual([25, 15])
  })

  it('have as many events in the outbox and in the log as there are invoices', async () => {
    const { companyId, request } = await platform.account()
    await Promise.all(Array.from({ length: 20 }, () => platform.createInvoice(request())))
    const { rows } = await platform.db.query(
      `SELECT count(*)::int AS invoices, count(o.id)::int AS outbox, count(e.id)::int AS log, count(l.id)::int AS lines
       FROM invoices i
       LEFT JOIN outbox o ON o.invoice_id = i.id
       LEFT JOIN invoice_events e ON e.invoice_id = i.id AND e.id = o.id
       LEFT JOIN invoice_lines l ON l.invoice_id = i.id
       WHERE i.company_id = $1`,
      [companyId],
    )
    expect(rows).toEqual([{ invoices: 20, outbox: 20, log: 20, lines: 20 }])
  })
})

describe('an invoice that Postgres refuses', () => {
  it('does not fail those that are stored together with it', async () => {
    const { companyId, request } = await platform.account()
    // A rule that only one of the batch breaks.
    await platform.db.query(
      `ALTER TABLE invoices ADD CONSTRAINT unlucky CHECK (company_id <> '${companyId}' OR total <> 13)`,
    )
    const price = (unitPrice: string) => request({ lines: [{ title: 'Design', unitPrice }] })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) => platform.createInvoice(price(n === 5 ? '13' : '12'))),
    )
    await platform.db.query('ALTER TABLE invoices DROP CONSTRAINT unlucky')
    expect(outcomes.map(({ status }) => status)).toEqual(
      Array.from({ length: 12 }, (_, n) => (n === 5 ? 'rejected' : 'fulfilled')),
    )
    const { invoices } = await platform.listInvoices({ companyId, limit: 100 })
    expect(invoices.length).toBe(11)
  })
})
