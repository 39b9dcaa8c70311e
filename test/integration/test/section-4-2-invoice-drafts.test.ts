import { beforeAll, describe, expect, test } from '@jest/globals'
import { type Answer, type Api, errorOf, list, record } from '../src/api.ts'
import { newCompany } from '../src/company.ts'

let api: Api
let clientId: string

beforeAll(async () => {
  api = await newCompany({ name: 'Section 4.2 drafts', currency: 'EUR' })
  clientId = String(record(await api.post('/v1/clients', { company_name: 'Globex', type: 'Company' }))._id)
})

const UNKNOWN = `inv_${'0'.repeat(26)}`
const line = { title: 'Consulting', quantity: 2, unit_price: 450, vat_rate: 20 }

const draft = async (body: object = {}) =>
  record(await api.post('/v1/invoices', { client_id: clientId, items: [line], ...body }))

const patch = (id: unknown, body: unknown, as: Api = api): Promise<Answer> =>
  as.send('PATCH', `/v1/invoices/${id}`, {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
const remove = (id: unknown, as: Api = api) => as.send('DELETE', `/v1/invoices/${id}`)
const read = async (id: unknown) => record(await api.get(`/v1/invoices/${id}`))
const setStatus = (id: unknown, status: string) => api.post(`/v1/invoices/${id}/status`, { status })

describe('PATCH /v1/invoices/:id', () => {
  test('replaces all lines, recalculates the totals, and answers the invoice with its lines', async () => {
    const before = await draft({ items: [line, { title: 'Dropped' }] })
    const answer = await patch(before._id, {
      items: [{ title: 'Design', unit_price: 100, vat_rate: 10 }, { title: 'Gift' }],
    })
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body)).toEqual(['data', 'line_items'])
    expect(list(answer, 'line_items')).toMatchObject([
      { title: 'Design', quantity: 1, line_total: 110, custom: true },
      { title: 'Gift', line_total: 0 },
    ])
    const after = record(answer)
    expect(after).toMatchObject({
      _id: before._id,
      invoice_number: before.invoice_number,
      status: 'Draft',
      subtotal: 100,
      vat_amount: 10,
      total: 110,
      pdf_file_URL: null,
      'Created Date': before['Created Date'],
    })
    expect(after.items).toHaveLength(2)
    for (const id of [after.items].flat()) expect(before.items).not.toContain(id)
    expect(await read(before._id)).toMatchObject({ items: after.items, total: 110 })
  })

  test('ignores totals, number, currency, client and status, also beside what can be set', async () => {
    const before = await draft()
    const sent = { total: 1, subtotal: 1, currency: 'USD', invoice_number: 'X', client: 'y', status: 'Paid' }
    const answer = await patch(before._id, { ...sent, items: [{ title: 'A', unit_price: 5 }] })
    expect(record(answer)).toMatchObject({
      total: 5,
      currency: 'EUR',
      invoice_number: before.invoice_number,
      client: clientId,
      status: 'Draft',
    })
    expect((await patch(before._id, sent)).status).toBe(400)
  })

  test('takes catalog lines as the catalog is now', async () => {
    const item = record(await api.post('/v1/items', { title: 'Hour', default_price: 80, vat_rate: 19 }))
    const { _id } = await draft()
    const answer = await patch(_id, { items: [{ item_id: item._id, quantity: 2 }] })
    expect(list(answer, 'line_items')).toMatchObject([{ title: 'Hour', subtotal: 160, custom: false }])
  })

  test('takes dates and note blocks each on their own, and leaves the rest', async () => {
    const before = await draft({ issue_date: '2026-01-31', due_date: '2026-02-28' })
    const dated = record(await patch(before._id, { issue_date: '2026-03-31T23:00:00-05:00' }))
    expect(dated).toMatchObject({
      issue_date: '2026-03-31T00:00:00.000Z',
      due_date: '2026-02-28T00:00:00.000Z',
      items: before.items,
      total: before.total,
    })
    await patch(before._id, { how_to_pay_content: ' By transfer ', notes_enabled: true })
    expect(await read(before._id)).toMatchObject({
      how_to_pay_content: 'By transfer',
      how_to_pay_enabled: false,
      notes_content: '',
      notes_enabled: true,
      issue_date: '2026-03-31T00:00:00.000Z',
    })
    await patch(before._id, { how_to_pay_content: null, notes_enabled: null })
    expect(await read(before._id)).toMatchObject({ how_to_pay_content: '', notes_enabled: false })
  })

  test('takes what GET shows, edited, when items are line objects', async () => {
    const before = await draft()
    const answer = await patch(before._id, { ...before, items: [line], footer_note_content: 'Thanks' })
    expect(record(answer)).toMatchObject({ footer_note_content: 'Thanks', total: before.total })
  })

  test.each<[unknown, string]>([
    [{}, 'items'],
    [{ total: 5 }, 'items'],
    ['[]', 'must be a JSON object'],
    [{ items: [] }, 'items'],
    [{ items: null }, 'items'],
    [{ items: ['li_01k0example0000000000000000'] }, 'items[0]'],
    [{ items: [{ quantity: 1 }] }, 'items[0] must have item_id or title'],
    [{ items: [line, { ...line, quantity: 0 }] }, 'items[1].quantity'],
    [{ items: [{ title: 'Credit', unit_price: -1 }] }, 'total'],
    [{ issue_date: null }, 'issue_date'],
    [{ due_date: null }, 'due_date'],
    [{ due_date: '2026-02-30' }, 'due_date'],
    [{ notes_enabled: 'yes' }, 'notes_enabled'],
    [{ notes_content: 'x'.repeat(5_001) }, 'notes_content'],
  ])('answers 400 to %j and names the fault', async (body, fault) => {
    const { _id } = await draft()
    const answer = await patch(_id, body)
    expect([answer.status, errorOf(answer)]).toEqual([400, expect.stringContaining(fault)])
  })

  test('answers 404 Client not found for an unknown item and 422 for a flagged title, and changes nothing', async () => {
    const before = await draft()
    const unknown = await patch(before._id, { items: [{ item_id: `item_${'0'.repeat(26)}` }] })
    expect([unknown.status, errorOf(unknown)]).toEqual([404, 'Client not found'])
    const flagged = await patch(before._id, { items: [{ title: 'fuck you' }] })
    expect([flagged.status, errorOf(flagged)]).toEqual([
      422,
      expect.stringContaining('content could not be accepted'),
    ])
    expect(await read(before._id)).toMatchObject({ items: before.items, total: before.total })
  })

  test('answers 404 Invoice not found for an unknown, a foreign and an impossible id', async () => {
    const { _id } = await draft()
    const other = await newCompany({ name: 'Other' })
    for (const answer of [
      await patch(UNKNOWN, { items: [line] }),
      await patch(_id, { items: [line] }, other),
      await patch(clientId, { items: [line] }),
    ]) {
      expect([answer.status, errorOf(answer)]).toEqual([404, 'Invoice not found'])
    }
  })

  test.each(['Sent', 'Paid', 'Canceled'])(
    'answers 409 to an invoice that is %s, naming that',
    async (status) => {
      const { _id } = await draft()
      expect((await setStatus(_id, status)).status).toBe(200)
      const answer = await patch(_id, { items: [line] })
      expect([answer.status, errorOf(answer)]).toEqual([
        409,
        `the invoice is already ${status}: only drafts can be edited`,
      ])
    },
  )

  test('two at once both answer 200, and the later one stands whole', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { _id } = await draft()
      const answers = await Promise.all(
        ['A', 'B'].map((title, n) => patch(_id, { items: Array(n + 1).fill({ title, unit_price: 10 }) })),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const stands = await read(_id)
      const standing = answers
        .map((answer) => record(answer))
        .find(({ items }) => `${items}` === `${stands.items}`)
      expect(standing?.total).toBe(stands.total)
    }
  })
})

describe('DELETE /v1/invoices/:id', () => {
  test('removes a Draft for good, from the list and from its client too', async () => {
    const { _id } = await draft()
    const answer = await remove(_id)
    expect([answer.status, answer.body]).toEqual([200, { deleted: true, id: _id }])
    for (const again of [
      await api.get(`/v1/invoices/${_id}`),
      await remove(_id),
      await patch(_id, { items: [line] }),
    ]) {
      expect([again.status, errorOf(again)]).toEqual([404, 'Invoice not found'])
    }
    expect(record(await api.get(`/v1/clients/${clientId}`)).invoices).not.toContain(_id)
    const ids = list(await api.get('/v1/invoices?limit=100')).map((invoice) => invoice._id)
    expect(ids).not.toContain(_id)
  })

  test('never gives the number again', async () => {
    const own = await newCompany({ name: 'Numbers' })
    const client = record(await own.post('/v1/clients', { company_name: 'Globex', type: 'Company' }))
    const create = async () =>
      record(await own.post('/v1/invoices', { client_id: client._id, items: [line] }))
    const first = await create()
    await remove(first._id, own)
    expect([first.invoice_number, (await create()).invoice_number]).toEqual(['INV-0001', 'INV-0002'])
  })

  test.each(['Sent', 'Paid', 'Canceled'])(
    'answers 409 to an invoice that is %s, naming that',
    async (status) => {
      const { _id } = await draft()
      await setStatus(_id, status)
      const answer = await remove(_id)
      expect([answer.status, errorOf(answer)]).toEqual([
        409,
        `the invoice is already ${status}: only drafts can be deleted`,
      ])
      expect((await read(_id)).status).toBe(status)
    },
  )

  test('answers 404 for an unknown and for a foreign invoice', async () => {
    const { _id } = await draft()
    const other = await newCompany({ name: 'Other' })
    for (const answer of [await remove(UNKNOWN), await remove(_id, other), await remove('nonsense')]) {
      expect([answer.status, errorOf(answer)]).toEqual([404, 'Invoice not found'])
    }
    expect((await read(_id)).status).toBe('Draft')
  })

  test('keeps remaining exact while pages are read and drafts are deleted in between', async () => {
    const own = await newCompany({ name: 'Pages' })
    const client = record(await own.post('/v1/clients', { company_name: 'Globex', type: 'Company' }))
    const ids: unknown[] = []
    for (let n = 0; n < 9; n += 1) {
      ids.unshift(record(await own.post('/v1/invoices', { client_id: client._id, items: [line] }))._id)
    }
    await Promise.all([ids[1], ids[6]].map((id) => remove(id, own)))
    const first = await own.get('/v1/invoices?limit=3')
    expect(list(first).map(({ _id }) => _id)).toEqual([ids[0], ids[2], ids[3]])
    expect(record(first, 'pagination')).toMatchObject({ count: 3, remaining: 4 })
    // The row that the page ended at, and one still to come.
    await Promise.all([ids[3], ids[7]].map((id) => remove(id, own)))
    const cursor = record(first, 'pagination').next_cursor
    const second = await own.get(`/v1/invoices?limit=2&cursor=${cursor}`)
    expect(list(second).map(({ _id }) => _id)).toEqual([ids[4], ids[5]])
    expect(record(second, 'pagination')).toMatchObject({ count: 2, remaining: 1 })
  })
})
