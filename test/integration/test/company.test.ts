import { beforeEach, describe, expect, test } from '@jest/globals'
import { type Api, errorOf, record } from '../src/api.ts'
import { newCompany } from '../src/company.ts'

let api: Api
beforeEach(async () => {
  api = await newCompany({ name: 'Settings' })
})

const NOTES = ['how_to_pay', 'legal_notice', 'delivery_info', 'footer_note', 'notes']
const patch = (body: unknown) =>
  api.send('PATCH', '/v1/company', {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
const company = async () => record(await api.get('/v1/company'))

async function newInvoice(fields: object = {}) {
  const client = record(await api.post('/v1/clients', { company_name: 'A', type: 'Company' }))
  return record(await api.post('/v1/invoices', { client_id: client._id, items: [{ title: 'x' }], ...fields }))
}

describe('GET /v1/company', () => {
  test('shows every setting of the contract in its order, unset ones as null', async () => {
    const read = await company()
    expect(Object.keys(read)).toEqual([
      ...['_id', 'name', 'address', 'city', 'postal_code', 'country', 'tax_id', 'logo', 'accent_color'],
      ...[
        'locale',
        'time_zone',
        'currency',
        'payment_terms',
        'number_prefix',
        'number_padding',
        'paper_size',
      ],
      ...NOTES.flatMap((name) => [`${name}_content`, `${name}_enabled`]),
      ...['Created Date', 'Modified Date'],
    ])
    expect(read).toMatchObject({
      _id: expect.stringMatching(/^company_[0-9a-z]{20,26}$/),
      name: 'Settings',
      address: null,
      logo: null,
      accent_color: null,
      locale: 'en-US',
      time_zone: 'UTC',
      currency: 'EUR',
      payment_terms: 7,
      number_prefix: 'INV-',
      number_padding: 4,
      paper_size: 'A4',
      notes_content: '',
      notes_enabled: false,
    })
  })

  test('other methods are 405', async () => {
    for (const method of ['POST', 'DELETE', 'PUT']) {
      const answer = await api.send(method, '/v1/company')
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, expect.stringContaining('PATCH')])
    }
  })
})

describe('PATCH /v1/company', () => {
  test('changes only what is sent, and null clears what is optional', async () => {
    const before = await company()
    const sent = {
      name: 'Größe AG',
      address: 'Hauptstraße 1',
      logo: 'https://example.com/logo.png',
      accent_color: '#1a73e8',
      locale: 'de-CH',
      time_zone: 'Europe/Zurich',
      currency: 'CHF',
      payment_terms: 0,
      number_prefix: '請求/2026-',
      number_padding: 6,
      paper_size: 'Letter',
      how_to_pay_content: 'By wire',
      how_to_pay_enabled: true,
    }
    const changed = await patch(sent)
    expect(changed.status).toBe(200)
    expect(record(changed)).toEqual({ ...before, ...sent, 'Modified Date': expect.any(String) })
    expect(await company()).toEqual(record(changed))
    const nulls = { address: null, logo: null, accent_color: null, number_prefix: null }
    const cleared = await patch({ ...nulls, how_to_pay_content: null, how_to_pay_enabled: null })
    expect(record(cleared)).toMatchObject({ ...nulls, how_to_pay_content: '', how_to_pay_enabled: false })
    expect(record(cleared)).toMatchObject({ name: 'Größe AG', number_padding: 6 })
  })

  test('a record read with GET can be sent back', async () => {
    const read = await company()
    const answer = await patch(read)
    expect([answer.status, record(answer)]).toEqual([200, { ...read, 'Modified Date': expect.any(String) }])
  })

  test.each([
    ...['name', 'locale', 'time_zone', 'currency', 'payment_terms', 'number_padding', 'paper_size'].map(
      (field) => [field, null] as const,
    ),
    ['name', ' '],
    ['name', 'x'.repeat(201)],
    ['locale', 'de_DE'],
    ['time_zone', 'Mars/Olympus'],
    ['time_zone', '+01:00'],
    ['currency', 'XXX'],
    ['payment_terms', 1.5],
    ['payment_terms', -1],
    ['payment_terms', '7'],
    ['number_prefix', 'x'.repeat(51)],
    ['number_prefix', 'A\nB'],
    ['number_padding', 0],
    ['number_padding', 13],
    ['paper_size', 'A5'],
    ['logo', 'ftp://example.com/logo.png'],
    ['logo', `https://example.com/${'x'.repeat(2_048)}`],
    ['accent_color', 'red'],
    ['notes_content', 'x'.repeat(5_001)],
    ['notes_enabled', 'true'],
  ])('%s of %j is 400, names the field, and changes nothing', async (field, value) => {
    const before = await company()
    const answer = await patch({ city: 'Paris', [field]: value })
    expect([answer.status, errorOf(answer)]).toEqual([400, expect.stringContaining(field)])
    expect(await company()).toEqual(before)
  })

  test('a body with nothing that can be set is 400', async () => {
    for (const body of [{}, { _id: 'company_x', 'Created Date': 'x' }]) {
      expect((await patch(body)).status).toBe(400)
    }
  })
})

describe('settings show on invoices to come, and only on those', () => {
  test('payment terms in the due date', async () => {
    const first = await newInvoice({ issue_date: '2024-02-28' })
    await patch({ payment_terms: 2 })
    const second = await newInvoice({ issue_date: '2024-02-28' })
    expect([first.due_date, second.due_date]).toEqual([
      '2024-03-06T00:00:00.000Z',
      '2024-03-01T00:00:00.000Z',
    ])
    expect(record(await api.get(`/v1/invoices/${first._id}`)).due_date).toBe(first.due_date)
  })

  test('the time zone in today', async () => {
    // 26 hours apart: it is never the same day in both.
    await patch({ time_zone: 'Pacific/Kiritimati' })
    const ahead = await newInvoice()
    await patch({ time_zone: 'Etc/GMT+12' })
    const behind = await newInvoice()
    const dayIn = (time_zone: string, invoice: Record<string, unknown>) =>
      new Date(String(invoice['Created Date'])).toLocaleDateString('sv-SE', { timeZone: time_zone })
    expect(ahead.issue_date).toBe(`${dayIn('Pacific/Kiritimati', ahead)}T00:00:00.000Z`)
    expect(behind.issue_date).toBe(`${dayIn('Etc/GMT+12', behind)}T00:00:00.000Z`)
    expect(ahead.issue_date).not.toBe(behind.issue_date)
  })

  test('prefix and padding in numbers, which go on with the sequence', async () => {
    const numbers = [(await newInvoice()).invoice_number]
    for (const body of [
      { number_prefix: '請求/2026-' },
      { number_padding: 6 },
      { number_prefix: null, number_padding: 1 },
    ]) {
      await patch(body)
      numbers.push((await newInvoice()).invoice_number)
    }
    expect(numbers).toEqual(['INV-0001', '請求/2026-0002', '請求/2026-000003', '4'])
  })

  test('the currency and the note blocks', async () => {
    const blocks = Object.fromEntries(
      NOTES.flatMap((name) => [
        [`${name}_content`, `The ${name}`],
        [`${name}_enabled`, name !== 'notes'],
      ]),
    )
    const before = await newInvoice()
    expect((await patch({ currency: 'KWD', ...blocks })).status).toBe(200)
    const invoice = await newInvoice({ items: [{ title: 'x', quantity: 3, unit_price: 0.3335 }] })
    expect(invoice).toMatchObject({ currency: 'KWD', total: 1.001, ...blocks })
    const unchanged = record(await api.get(`/v1/invoices/${before._id}`))
    expect(unchanged).toMatchObject({ currency: 'EUR', how_to_pay_content: '', how_to_pay_enabled: false })
  })
})
