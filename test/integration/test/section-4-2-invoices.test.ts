import { beforeAll, describe, expect, test } from '@jest/globals'
import { type Api, errorOf, list, record } from '../src/api.ts'
import { newCompany } from '../src/company.ts'

let api: Api
let clientId: string

beforeAll(async () => {
  api = await newCompany({ name: 'Section 4.2', currency: 'EUR' })
  clientId = String(record(await api.post('/v1/clients', { company_name: 'Globex', type: 'Company' }))._id)
})

const create = (body: object) => api.post('/v1/invoices', { client_id: clientId, ...body })
const line = { title: 'Consulting', quantity: 2, unit_price: 450, vat_rate: 20 }

describe('POST /v1/invoices', () => {
  test('answers 201 with the invoice and its expanded lines', async () => {
    const answer = await create({ items: [line] })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(record(answer)).toMatchObject({
      client: clientId,
      status: 'Draft',
      currency: 'EUR',
      subtotal: 900,
      vat_amount: 180,
      vat_percentage: 20,
      total: 1080,
      pdf_file_URL: null,
      pdf_file_size: '',
      how_to_pay_content: '',
      how_to_pay_enabled: false,
    })
    expect(list(answer, 'line_items')).toEqual([
      {
        title: 'Consulting',
        quantity: 2,
        unit: null,
        unit_price: 450,
        vat_rate: 20,
        subtotal: 900,
        vat_amount: 180,
        line_total: 1080,
        custom: true,
      },
    ])
  })

  test('has the fields of section 2.2 in their order, without those that appear once Paid', async () => {
    const { body } = await create({ items: [line] })
    expect(Object.keys(body)).toEqual(['data', 'line_items'])
    expect(Object.keys(body.data as object)).toEqual([
      ...['_id', 'invoice_number', 'client', 'status', 'issue_date', 'due_date', 'currency'],
      ...['subtotal', 'vat_amount', 'vat_percentage', 'total', 'items'],
      ...['pdf_file_URL', 'pdf_name', 'pdf_file_size'],
      ...['payment_token', 'stripe_payment_intent_id', 'payment_reference_number'],
      ...['how_to_pay', 'legal_notice', 'delivery_info', 'footer_note', 'notes'].flatMap((block) => [
        `${block}_content`,
        `${block}_enabled`,
      ]),
      ...['company', 'Created Date', 'Modified Date'],
    ])
  })

  test('a catalog line takes title, price, unit and rate from the item; a sent field overrides only itself', async () => {
    const item = record(
      await api.post('/v1/items', { title: 'Hour', unit: 'h', default_price: 120.5, vat_rate: 19 }),
    )
    const answer = await create({
      items: [
        { item_id: item._id, title: 'ignored' },
        { item_id: item._id, unit_price: 100, quantity: 3 },
        { item_id: item._id, vat_rate: 7, unit: 'hours' },
      ],
    })
    expect(list(answer, 'line_items')).toMatchObject([
      { title: 'Hour', unit: 'h', quantity: 1, unit_price: 120.5, vat_rate: 19, custom: false },
      { title: 'Hour', unit: 'h', quantity: 3, unit_price: 100, vat_rate: 19, custom: false },
      { title: 'Hour', unit: 'hours', quantity: 1, unit_price: 120.5, vat_rate: 7, custom: false },
    ])
    expect(list(await api.get('/v1/items'))).toMatchObject([
      { default_price: 120.5, vat_rate: 19, unit: 'h' },
    ])
  })

  test('a one-off line defaults to quantity 1, price 0 and rate 0', async () => {
    const answer = await create({ items: [{ title: 'Free sample' }] })
    expect(list(answer, 'line_items')).toMatchObject([
      { quantity: 1, unit_price: 0, vat_rate: 0, line_total: 0 },
    ])
    expect(record(answer)).toMatchObject({ total: 0, vat_percentage: 0 })
  })

  test('fields that the server computes are ignored when sent', async () => {
    const answer = await create({
      items: [line],
      invoice_number: 'MINE-1',
      subtotal: 1,
      vat_amount: 1,
      total: 1,
      currency: 'USD',
      status: 'Paid',
    })
    expect(record(answer)).toMatchObject({ total: 1080, currency: 'EUR', status: 'Draft' })
    expect(record(answer).invoice_number).not.toBe('MINE-1')
  })

  test('numbers are the prefix and consecutive, padded to four digits', async () => {
    const own = await newCompany({ name: 'Numbers', prefix: 'ACME/2026-' })
    const owner = String(record(await own.post('/v1/clients', { company_name: 'A', type: 'Company' }))._id)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => own.post('/v1/invoices', { client_id: owner, items: [line] })),
    )
    const numbers = answers.map((answer) => String(record(answer).invoice_number)).sort()
    expect(numbers).toEqual(
      Array.from({ length: 12 }, (_, index) => `ACME/2026-${String(index + 1).padStart(4, '0')}`),
    )
    expect(record(await own.get(`/v1/invoices/${record(answers[0] as never)._id}`)).pdf_name).toMatch(
      /^ACME-2026-00\d\d\.pdf$/,
    )
  })

  test('VAT is computed once a rate and its cents are shared out, so that lines add up to the totals', async () => {
    const cents = { title: 'Cent', quantity: 1, unit_price: 0.33, vat_rate: 10 }
    const answer = await create({
      items: [cents, cents, cents, { ...cents, vat_rate: 20, unit_price: 0.33 }],
    })
    expect(record(answer)).toMatchObject({
      subtotal: 1.32,
      vat_amount: 0.17,
      total: 1.49,
      vat_percentage: 12.88,
    })
    expect(list(answer, 'line_items').map((row) => row.vat_amount)).toEqual([0.04, 0.03, 0.03, 0.07])
  })

  test('decimals are exact beyond what a float holds', async () => {
    const answer = await api.post(
      '/v1/invoices',
      `{"client_id":"${clientId}","items":[{"title":"Big","quantity":1,"unit_price":123456789012.123456}]}`,
    )
    expect(answer.text).toContain('"unit_price":123456789012.123456')
    expect(answer.text).toContain('"total":123456789012.12,')
  })

  test.each([
    ['2026-01-31', '2026-01-31', '2026-02-07'],
    ['2026-01-31T23:00:00-05:00', '2026-01-31', '2026-02-07'],
    ['02/28/2028', '2028-02-28', '2028-03-06'],
    ['December 31, 2026', '2026-12-31', '2027-01-07'],
  ])('issue_date %s is the %s, due on %s', async (sent, issued, due) => {
    expect(record(await create({ items: [line], issue_date: sent }))).toMatchObject({
      issue_date: `${issued}T00:00:00.000Z`,
      due_date: `${due}T00:00:00.000Z`,
    })
  })

  test('an unknown client or item, or one of another account, is 404 Client not found', async () => {
    const other = await newCompany({ name: 'Other' })
    const foreign = record(await other.post('/v1/clients', { company_name: 'B', type: 'Company' }))._id
    const foreignItem = record(await other.post('/v1/items', { title: 'Theirs' }))._id
    for (const body of [
      { client_id: foreign, items: [line] },
      { client_id: 'client_00000000000000000000000000', items: [line] },
      { client_id: 'nonsense', items: [line] },
      { client_id: clientId, items: [{ item_id: foreignItem }] },
      { client_id: clientId, items: [{ item_id: 'item_00000000000000000000000000' }] },
    ]) {
      const answer = await api.post('/v1/invoices', body)
      expect([answer.status, errorOf(answer)]).toEqual([404, 'Client not found'])
    }
  })

  test('the raw internal id of a client is taken as client_id', async () => {
    const answer = await create({ client_id: clientId.replace('client_', ''), items: [line] })
    expect(record(answer).client).toBe(clientId)
  })

  test('a flagged line title is 422 and uses no number', async () => {
    const own = await newCompany({ name: 'Flagged' })
    const owner = record(await own.post('/v1/clients', { company_name: 'A', type: 'Company' }))._id
    const refused = await own.post('/v1/invoices', { client_id: owner, items: [{ title: 'fucking work' }] })
    expect([refused.status, errorOf(refused)]).toEqual([
      422,
      expect.stringContaining('could not be accepted'),
    ])
    const next = await own.post('/v1/invoices', { client_id: owner, items: [line] })
    expect(record(next).invoice_number).toBe('INV-0001')
  })

  test.each([
    ['no client_id', { client_id: undefined, items: [line] }],
    ['no items', {}],
    ['empty items', { items: [] }],
    ['a line with neither item_id nor title', { items: [{ quantity: 1 }] }],
    ['a quantity of 0', { items: [{ ...line, quantity: 0 }] }],
    ['a quantity as text', { items: [{ ...line, quantity: '1' }] }],
    ['seven decimals', { items: [{ ...line, unit_price: 0.1234567 }] }],
    ['a rate over 100', { items: [{ ...line, vat_rate: 100.5 }] }],
    ['a negative total', { items: [{ ...line, unit_price: -1 }] }],
    ['the 30th of February', { items: [line], issue_date: '2026-02-30' }],
    ['a date that is a number', { items: [line], due_date: 20260101 }],
    ['more than 1,000 lines', { items: Array.from({ length: 1001 }, () => line) }],
  ])('%s is 400', async (_, body) => {
    const answer = await create(body)
    expect(answer.status).toBe(400)
    expect(errorOf(answer)).not.toBe('')
  })

  test('an invoice of 1,000 lines is made', async () => {
    const answer = await create({
      items: Array.from({ length: 1000 }, () => ({ ...line, unit_price: 0.01 })),
    })
    expect(answer.status).toBe(201)
    expect(list(answer, 'line_items')).toHaveLength(1000)
  })
})

describe('GET /v1/invoices', () => {
  test('one invoice is what create answered, without line_items', async () => {
    const made = await create({ items: [line, line] })
    const read = await api.get(`/v1/invoices/${record(made)._id}`)
    expect(read.status).toBe(200)
    expect(Object.keys(read.body)).toEqual(['data'])
    expect(JSON.stringify(read.body.data)).toBe(JSON.stringify(made.body.data))
  })

  test('an invoice of another account is 404', async () => {
    const other = await newCompany({ name: 'Stranger' })
    const made = await create({ items: [line] })
    const answer = await other.get(`/v1/invoices/${record(made)._id}`)
    expect([answer.status, errorOf(answer)]).toEqual([404, 'Invoice not found'])
  })

  test('pages are newest first, and count and remaining add up', async () => {
    const own = await newCompany({ name: 'Pages' })
    const owner = record(await own.post('/v1/clients', { company_name: 'A', type: 'Company' }))._id
    const made: unknown[] = []
    for (let index = 0; index < 7; index += 1) {
      made.push(record(await own.post('/v1/invoices', { client_id: owner, items: [line] }))._id)
    }
    const seen: unknown[] = []
    let cursor: unknown = null
    for (const [count, remaining] of [
      [3, 4],
      [3, 1],
      [1, 0],
    ]) {
      const page = await own.get(`/v1/invoices?limit=3${cursor === null ? '' : `&cursor=${cursor}`}`)
      expect(record(page, 'pagination')).toMatchObject({ count, remaining })
      seen.push(...list(page).map((row) => row._id))
      cursor = record(page, 'pagination').next_cursor
    }
    expect(cursor).toBeNull()
    expect(seen).toEqual(made.reverse())
  })
})
