import { newId } from '@invoicing/contracts'
import { eventually } from '@invoicing/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { adminCaller } from '../fixtures/admin.ts'
import { ADMIN_TOKEN, GatewayUnderTest } from '../fixtures/gateway.ts'
import { type Answer, type Call, caller } from '../fixtures/http.ts'
import { type ServiceName, Services } from '../fixtures/services.ts'

let services: Services
let gateway: GatewayUnderTest
let admin: ReturnType<typeof adminCaller>
let call: Call
beforeAll(async () => {
  services = await Services.start()
  gateway = await GatewayUnderTest.start(services.addresses)
  admin = adminCaller(gateway.service.grpcAddress, `Bearer ${ADMIN_TOKEN}`)
  call = await newCompany()
}, 60_000)
afterAll(async () => {
  admin?.close()
  await gateway?.stop()
  await services?.stop()
})

async function newCompany(): Promise<Call> {
  const { apiKey } = await admin.createCompany({ name: 'Acme' })
  return caller(gateway.url, apiKey)
}

const data = (answer: Answer): Record<string, unknown> => Object(answer.json.data)
const rows = (answer: Answer): Record<string, unknown>[] => Array.from(Object(answer.json.data))
const newClient = async (as: Call = call) =>
  data(await as('POST', '/v1/clients', { body: { company_name: 'Globex', type: 'Company' } }))

describe('clients', () => {
  test('are created with what can be set, and read back as they are', async () => {
    const body = {
      _id: 'client_mine',
      company_name: '  Ada Lovelace ',
      type: 'Individual',
      email: 'ada@example.com',
      phone: '',
      contact_phone: 'dropped',
      city: null,
      flagged: true,
      invoices: ['inv_x'],
    }
    const created = await call('POST', '/v1/clients', { body })
    expect(created.status).toBe(201)
    expect(created.headers.get('content-type')).toBe('application/json')
    expect(Object.keys(data(created))).toEqual([
      ...['_id', 'company_name', 'type', 'email', 'phone', 'contact_phone', 'color', 'address', 'city'],
      ...[
        'postal_code',
        'country',
        'tax_id',
        'company',
        'contact_name',
        'contact_email',
        'street',
        'logo/img',
      ],
      ...['invoices', 'flagged', 'Created Date', 'Modified Date'],
    ])
    expect(data(created)).toMatchObject({
      _id: expect.stringMatching(/^client_[0-9a-z]{20,26}$/),
      company_name: 'Ada Lovelace',
      email: 'ada@example.com',
      phone: null,
      contact_phone: null,
      color: null,
      invoices: [],
      flagged: false,
    })
    const read = await call('GET', `/v1/clients/${data(created)._id}`)
    expect([read.status, read.json]).toEqual([200, created.json])
  })

  test('list the ids of their invoices, newest first, wherever they are shown', async () => {
    const own = await newCompany()
    const [busy, idle] = [await newClient(own), await newClient(own)]
    const ids: unknown[] = []
    for (let i = 0; i < 3; i += 1) {
      const body = { client_id: busy._id, items: [{ title: 'Work' }] }
      ids.unshift(data(await own('POST', '/v1/invoices', { body }))._id)
    }
    expect(data(await own('GET', `/v1/clients/${busy._id}`)).invoices).toEqual(ids)
    const listed = rows(await own('GET', '/v1/clients'))
    expect(listed.map(({ _id, invoices }) => ({ _id, invoices }))).toEqual([
      { _id: idle._id, invoices: [] },
      { _id: busy._id, invoices: ids },
    ])
  })

  test('of another account are as if they were not there', async () => {
    const theirs = await newClient(await newCompany())
    const foreign = await call('GET', `/v1/clients/${theirs._id}`)
    const missing = await call('GET', `/v1/clients/${newId('client')}`)
    expect([foreign.status, foreign.json]).toEqual([404, { error: 'Client not found' }])
    expect([missing.status, missing.json]).toEqual([404, foreign.json])
  })

  test('with flagged content are 422 and wait for review', async () => {
    const answer = await call('POST', '/v1/clients', { body: { company_name: 'fuck this', type: 'Company' } })
    expect(answer.status).toBe(422)
    expect(answer.json.error).toMatch('manual review')
  })
})

describe('invoices', () => {
  test('answer 201 with the invoice and its lines, and GET without them', async () => {
    const client = await newClient()
    const item = { title: 'Hour', unit: 'h', default_price: 120.5, vat_rate: 20 }
    const hour = data(await call('POST', '/v1/items', { body: item }))
    const body = {
      client_id: client._id,
      items: [
        { item_id: hour._id, quantity: 2 },
        { title: 'Travel', unit_price: -1.5, vat_rate: null },
      ],
      issue_date: '2026-01-31T23:00:00-05:00',
      total: 1,
      currency: 'XXX',
    }
    const created = await call('POST', '/v1/invoices', { body })
    expect(created.status).toBe(201)
    expect(Object.keys(created.json)).toEqual(['data', 'line_items'])
    expect(data(created)).toMatchObject({
      client: client._id,
      status: 'Draft',
      currency: 'EUR',
      issue_date: '2026-01-31T00:00:00.000Z',
      due_date: '2026-02-07T00:00:00.000Z',
      subtotal: 239.5,
      vat_amount: 48.2,
      total: 287.7,
    })
    expect(created.json.line_items).toMatchObject([
      { title: 'Hour', quantity: 2, unit: 'h', unit_price: 120.5, vat_rate: 20, custom: false },
      { title: 'Travel', quantity: 1, unit: null, unit_price: -1.5, vat_rate: 0, custom: true },
    ])
    const read = await call('GET', `/v1/invoices/${data(created)._id}`)
    expect(read.json).toEqual({ data: data(created) })
  })

  test('take the raw internal id of a client, which no path takes', async () => {
    const { _id } = await newClient()
    const raw = String(_id).replace('client_', '')
    const created = await call('POST', '/v1/invoices', {
      body: { client_id: raw, items: [{ title: 'Work' }] },
    })
    expect([created.status, data(created).client]).toEqual([201, _id])
    expect((await call('GET', `/v1/clients/${raw}`)).status).toBe(404)
  })

  test('keep every digit on the way in and out', async () => {
    const { _id } = await newClient()
    const body = `{"client_id":"${_id}","items":[{"title":"Big","unit_price":123456789012.123456},{"title":"Small","unit_price":1e-6}]}`
    const { status, text } = await call('POST', '/v1/invoices', { body })
    expect(status).toBe(201)
    expect(text).toContain('"unit_price":123456789012.123456,')
    expect(text).toContain('"unit_price":0.000001,')
    expect(text).toContain('"total":123456789012.12,')
  })

  test('for a foreign or unknown client or item are 404, in the words of the specification', async () => {
    const other = await newCompany()
    const theirItem = data(await other('POST', '/v1/items', { body: { title: 'Theirs' } }))._id
    const own = (await newClient())._id
    const bodies = [
      { client_id: (await newClient(other))._id, items: [{ title: 'Work' }] },
      { client_id: newId('client'), items: [{ title: 'Work' }] },
      { client_id: own, items: [{ item_id: theirItem }] },
      { client_id: own, items: [{ title: 'Work' }, { item_id: newId('item') }] },
    ]
    for (const body of bodies) {
      const { status, json } = await call('POST', '/v1/invoices', { body })
      expect([status, json]).toEqual([404, { error: 'Client not found' }])
    }
  })
})

describe('lists', () => {
  test('come in pages, newest first, each row once', async () => {
    const own = await newCompany()
    const made: unknown[] = []
    for (let i = 0; i < 5; i += 1) {
      made.unshift(data(await own('POST', '/v1/items', { body: { title: `Item ${i}` } }))._id)
    }
    const seen: unknown[] = []
    const remaining: unknown[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Answer = await own('GET', `/v1/items?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
      const pagination: Record<string, unknown> = Object(page.json.pagination)
      expect(pagination.count).toBe(rows(page).length)
      seen.push(...rows(page).map(({ _id }) => _id))
      remaining.push(pagination.remaining)
      cursor = typeof pagination.next_cursor === 'string' ? pagination.next_cursor : null
    }
    expect(seen).toEqual(made)
    expect(remaining).toEqual([3, 1, 0])
  })

  test('take no cursor of another list or another account', async () => {
    const [own, other] = [await newCompany(), await newCompany()]
    for (const as of [own, other]) {
      await newClient(as)
      await newClient(as)
    }
    const { next_cursor: cursor } = Object((await own('GET', '/v1/clients?limit=1')).json.pagination)
    expect((await own('GET', `/v1/clients?limit=1&cursor=${cursor}`)).status).toBe(200)
    expect((await own('GET', `/v1/items?cursor=${cursor}`)).status).toBe(400)
    expect((await other('GET', `/v1/clients?cursor=${cursor}`)).status).toBe(400)
  })

  test('are empty for a new account', async () => {
    const own = await newCompany()
    for (const list of ['clients', 'invoices', 'items']) {
      expect((await own('GET', `/v1/${list}`)).json).toEqual({
        data: [],
        pagination: { count: 0, remaining: 0, next_cursor: null },
      })
    }
  })

  test('too long for one piece arrive whole', async () => {
    const own = await newCompany()
    const body = { title: 'x'.repeat(500), description: 'é'.repeat(2_000) }
    await Promise.all(Array.from({ length: 60 }, () => own('POST', '/v1/items', { body })))
    const answer = await own('GET', '/v1/items?limit=100')
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(rows(answer)).toHaveLength(60)
    expect(rows(answer).every(({ description }) => description === body.description)).toBe(true)
    const head = await own('HEAD', '/v1/items?limit=100')
    expect([head.status, head.text, head.headers.get('content-type')]).toEqual([200, '', 'application/json'])
  })
})

describe('services that are away', () => {
  const invoiceOf = async () => ({ client_id: (await newClient())._id, items: [{ title: 'Work' }] })

  test.each<ServiceName>(['clients', 'invoices', 'numbering'])(
    '%s: a create answers 503 at once when it is gone, and succeeds when it is back',
    async (name) => {
      const body = await invoiceOf()
      await services.kill(name)
      try {
        const started = performance.now()
        const answer = await call('POST', '/v1/invoices', { body })
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
        expect(answer.json).toEqual({ error: 'the service is temporarily unavailable, try again' })
        expect(performance.now() - started).toBeLessThan(10_000)
        const { status, json } = await call('GET', '/readyz')
        expect([status, json]).toEqual([503, { error: expect.stringContaining(name) }])
      } finally {
        await services.bringUp(name)
      }
      await eventually(async () => (await call('POST', '/v1/invoices', { body })).status === 201, {
        within: 10_000,
      })
      await eventually(async () => (await call('GET', '/readyz')).status === 200, { within: 10_000 })
    },
    40_000,
  )

  test('a service that hangs is 503 within 10 s, and the next request succeeds when it goes on', async () => {
    const body = await invoiceOf()
    services.hang('invoices')
    try {
      const started = performance.now()
      const [create, list, readiness] = await Promise.all([
        call('POST', '/v1/invoices', { body }),
        call('GET', '/v1/clients'),
        call('GET', '/readyz'),
      ])
      expect([create.status, list.status, readiness.status]).toEqual([503, 503, 503])
      expect(performance.now() - started).toBeLessThan(10_000)
    } finally {
      services.goOn('invoices')
    }
    await eventually(async () => (await call('POST', '/v1/invoices', { body })).status === 201, {
      within: 10_000,
    })
  })
})

describe('the admin service', () => {
  test('makes companies that can invoice, with the settings given', async () => {
    const { companyId, apiKey } = await admin.createCompany({
      name: 'Tokyo',
      prefix: '請求/',
      currency: 'JPY',
      paymentTerms: 0,
      timeZone: 'Asia/Tokyo',
      locale: 'ja-JP',
    })
    const own = caller(gateway.url, apiKey)
    const body = { client_id: (await newClient(own))._id, items: [{ title: 'Work', unit_price: 10.4 }] }
    const invoice = data(await own('POST', '/v1/invoices', { body }))
    expect(invoice).toMatchObject({
      company: companyId,
      invoice_number: '請求/0001',
      currency: 'JPY',
      total: 10,
    })
    expect(invoice.due_date).toBe(invoice.issue_date)
  })

  test('lists and revokes keys, the second time without effect', async () => {
    const { companyId } = await admin.createCompany({ name: 'Keys' })
    const { keyId, apiKey } = await admin.createKey({ companyId })
    expect((await caller(gateway.url, apiKey)('GET', '/v1/clients')).status).toBe(200)
    const { keys } = await admin.listKeys({ companyId })
    expect(keys.map(({ id, lastFour }) => [id, lastFour])[0]).toEqual([keyId, apiKey.slice(-4)])
    expect(keys).toHaveLength(2)
    const { key } = await admin.revokeKey({ keyId })
    expect(key?.revokedAt).toBeInstanceOf(Date)
    expect((await admin.revokeKey({ keyId })).key).toEqual(key)
  })

  test('approves what was held for review', async () => {
    const { companyId, apiKey } = await admin.createCompany({ name: 'Reviews' })
    const own = caller(gateway.url, apiKey)
    await own('POST', '/v1/clients', { body: { company_name: 'fuck this', type: 'Company' } })
    const { reviews } = await admin.listReviews({ companyId, limit: 0 })
    expect(reviews).toMatchObject([{ companyId, flaggedFields: ['company_name'] }])
    const decision = 'REVIEW_DECISION_APPROVE'
    const { client } = await admin.resolveReview({ reviewId: reviews[0]?.id ?? '', decision })
    expect(rows(await own('GET', '/v1/clients'))).toMatchObject([{ _id: client?.id, flagged: false }])
  })
})
