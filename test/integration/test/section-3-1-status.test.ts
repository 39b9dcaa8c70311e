import { beforeAll, describe, expect, test } from '@jest/globals'
import { type Api, errorOf, record } from '../src/api.ts'
import { newCompany, platformUnderTest } from '../src/company.ts'

let api: Api
let clientId: string

beforeAll(async () => {
  api = await newCompany({ name: 'Section 3.1', prefix: 'INV/' })
  clientId = String(record(await api.post('/v1/clients', { company_name: 'Globex', type: 'Company' }))._id)
})

const line = { title: 'Consulting', quantity: 2, unit_price: 450, vat_rate: 20 }

/** The path of a new Draft. */
async function draft(): Promise<string> {
  const answer = await api.post('/v1/invoices', { client_id: clientId, items: [line] })
  return `/v1/invoices/${record(answer)._id}`
}

const change = (path: string, body: object | string) => api.post(`${path}/status`, body)

async function invoiceThatIs(status: 'Draft' | 'Sent' | 'Paid' | 'Canceled'): Promise<string> {
  const path = await draft()
  if (status !== 'Draft') expect((await change(path, { status })).status).toBe(200)
  return path
}

/** The record as GET shows it, but for the PDF, which may be attached at any moment. */
async function read(path: string): Promise<Record<string, unknown>> {
  return withoutPdf(record(await api.get(path)))
}

function withoutPdf({ pdf_file_URL: _, pdf_file_size: __, ...rest }: Record<string, unknown>) {
  return rest
}

describe('section 3.1: the transitions', () => {
  test.each([
    ['Draft', 'Sent'],
    ['Draft', 'Paid'],
    ['Draft', 'Canceled'],
    ['Sent', 'Paid'],
    ['Sent', 'Canceled'],
  ] as const)('%s becomes %s', async (from, to) => {
    const path = await invoiceThatIs(from)
    const before = await read(path)
    const answer = await change(path, { status: to })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(Object.keys(answer.body)).toEqual(to === 'Paid' ? ['data', 'receipt_url'] : ['data'])
    const after = withoutPdf(record(answer))
    expect(await read(path)).toEqual(after)
    expect(after).toMatchObject({ ...before, status: to, 'Modified Date': expect.any(String) })
    expect(Object.keys(after).length).toBe(Object.keys(before).length + (to === 'Paid' ? 2 : 0))
  })

  test.each([
    ['Sent', 'Sent'],
    ['Paid', 'Sent'],
    ['Paid', 'Paid'],
    ['Paid', 'Canceled'],
    ['Canceled', 'Sent'],
    ['Canceled', 'Paid'],
    ['Canceled', 'Canceled'],
  ] as const)('%s to %s is 409, names the status, and changes nothing', async (from, to) => {
    const path = await invoiceThatIs(from)
    const before = await read(path)
    const answer = await change(path, { status: to, payment_reference: 'late' })
    expect([answer.status, errorOf(answer)]).toEqual([409, expect.stringContaining(`already ${from}`)])
    expect(await read(path)).toEqual(before)
  })

  test('an invoice that is Paid is said to be already Paid and not to be changed', async () => {
    const answer = await change(await invoiceThatIs('Paid'), { status: 'Canceled' })
    expect(errorOf(answer)).toBe('the invoice is already Paid and cannot be changed')
  })
})

describe('section 4.2: POST /v1/invoices/:id/status', () => {
  test('Paid answers receipt and payment at once, and the payment is read by its id', async () => {
    const path = await draft()
    const told = { payment_method: 'card', payment_reference: 'PO-7 é', payment_notes: 'thanks' }
    const answer = await change(path, { status: 'Paid', ...told })
    const invoice = record(answer)
    expect(invoice).toMatchObject({
      status: 'Paid',
      payment_record: expect.stringMatching(/^pay_[0-9a-z]{20,26}$/),
      receipt_file: answer.body.receipt_url,
      payment_reference_number: 'PO-7 é',
    })
    const { url } = platformUnderTest()
    const name = `receipt-${String(invoice.invoice_number).replace('/', '-')}.pdf`
    const [base, token, file] = String(answer.body.receipt_url).split(/\/files\/|\/(?=receipt-)/)
    expect([base, file]).toEqual([url, name])
    expect(token).toMatch(/^[\w-]{22,}$/)

    const keys = Object.keys(invoice)
    const start = keys.indexOf('pdf_file_size')
    expect(keys.slice(start, start + 4)).toEqual([
      'pdf_file_size',
      'payment_record',
      'receipt_file',
      'payment_token',
    ])

    const payment = await api.get(`/v1/payments/${invoice.payment_record}`)
    expect(payment.status).toBe(200)
    expect(Object.entries(record(payment))).toEqual(
      Object.entries({
        _id: invoice.payment_record,
        invoice: invoice._id,
        client: clientId,
        amount: 1080,
        currency: 'EUR',
        method: 'card',
        reference: 'PO-7 é',
        notes: 'thanks',
        paid_date: invoice['Modified Date'],
        company: invoice.company,
        'Created Date': invoice['Modified Date'],
        'Modified Date': invoice['Modified Date'],
      }),
    )
  })

  test('payment fields are optional; null and blank are as absent', async () => {
    const answer = await change(await draft(), { status: 'Paid', payment_method: null, payment_notes: ' ' })
    expect(record(answer).payment_reference_number).toBe('')
    const payment = record(await api.get(`/v1/payments/${record(answer).payment_record}`))
    expect(payment).toMatchObject({ method: null, reference: null, notes: null })
  })

  test('payment fields are ignored with another status', async () => {
    const path = await draft()
    const sent = record(await change(path, { status: 'Sent', payment_reference: 'early' }))
    expect(sent.payment_reference_number).toBe('')
    const paid = record(await change(path, { status: 'Paid' }))
    expect(paid.payment_reference_number).toBe('')
  })

  test.each([
    ['Draft', { status: 'Draft' }],
    ['an unknown status', { status: 'Overdue' }],
    ['another case', { status: 'paid' }],
    ['no status', {}],
    ['null', { status: null }],
    ['a number', { status: 2 }],
    ['a name that objects inherit', { status: 'constructor' }],
  ])('%s as status is 400', async (_, body) => {
    const answer = await change(await draft(), body)
    expect([answer.status, errorOf(answer)]).toEqual([400, expect.stringContaining('status')])
  })

  test.each([
    ['payment_method', 7],
    ['payment_reference', ['x']],
    ['payment_notes', 'x'.repeat(2_001)],
    ['payment_notes', 'x\u0000'],
  ])('a wrong %s is 400 by its name, and changes nothing', async (field, value) => {
    const path = await draft()
    for (const status of ['Paid', 'Sent']) {
      const answer = await change(path, { status, [field]: value })
      expect([answer.status, errorOf(answer)]).toEqual([400, expect.stringContaining(field)])
    }
    expect((await read(path)).status).toBe('Draft')
  })

  test('an unknown invoice, one of another account and what is no id are 404', async () => {
    const other = await newCompany({ name: 'Other statuses' })
    const path = await draft()
    for (const answer of [
      await other.post(`${path}/status`, { status: 'Sent' }),
      await change('/v1/invoices/inv_00000000000000000000000000', { status: 'Sent' }),
      await change(`/v1/invoices/${clientId}`, { status: 'Sent' }),
    ]) {
      expect([answer.status, errorOf(answer)]).toEqual([404, 'Invoice not found'])
    }
    expect((await read(path)).status).toBe('Draft')
  })

  test('an unknown payment, one of another account and what is no id are 404', async () => {
    const other = await newCompany({ name: 'Other payments' })
    const paid = record(await change(await draft(), { status: 'Paid' }))
    for (const answer of [
      await other.get(`/v1/payments/${paid.payment_record}`),
      await api.get('/v1/payments/pay_00000000000000000000000000'),
      await api.get(`/v1/payments/${paid._id}`),
    ]) {
      expect([answer.status, errorOf(answer)]).toEqual([404, 'Payment not found'])
    }
  })

  test('other methods are 405', async () => {
    const status = await api.send('GET', `${await draft()}/status`)
    expect([status.status, status.headers.get('allow')]).toEqual([405, 'POST'])
    const payment = await api.send('DELETE', '/v1/payments/pay_00000000000000000000000000')
    expect(payment.status).toBe(405)
  })

  test('of Paid and Canceled sent at once exactly one wins, and the other is 409', async () => {
    for (let round = 0; round < 50; round += 1) {
      const path = await draft()
      const answers = await Promise.all(['Paid', 'Canceled'].map((status) => change(path, { status })))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const [won, lost] = answers.sort((one, other) => one.status - other.status)
      if (won === undefined || lost === undefined) throw new Error('two requests have two answers')
      const { status } = record(won)
      expect(errorOf(lost)).toBe(`the invoice is already ${status} and cannot be changed`)
      expect(await read(path)).toEqual(withoutPdf(record(won)))
    }
  }, 60_000)
})
