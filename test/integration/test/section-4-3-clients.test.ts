import { beforeAll, describe, expect, test } from '@jest/globals'
import { type Api, errorOf, list, record } from '../src/api.ts'
import { newCompany } from '../src/company.ts'

let api: Api

beforeAll(async () => {
  api = await newCompany({ name: 'Section 4.3' })
})

describe('POST /v1/clients', () => {
  test('answers 201 with the fields of section 2.3 in their order', async () => {
    const answer = await api.post('/v1/clients', { company_name: 'Globex', type: 'Company' })
    expect(answer.status).toBe(201)
    expect(Object.keys(answer.body)).toEqual(['data'])
    expect(Object.keys(record(answer))).toEqual([
      ...['_id', 'company_name', 'type', 'email', 'phone', 'contact_phone', 'color'],
      ...['address', 'city', 'postal_code', 'country', 'tax_id'],
      ...['company', 'contact_name', 'contact_email', 'street', 'logo/img', 'invoices', 'flagged'],
      ...['Created Date', 'Modified Date'],
    ])
    expect(record(answer)).toMatchObject({ email: null, invoices: [], flagged: false, 'logo/img': null })
  })

  test('a company client without a colour is assigned one, an individual is not', async () => {
    const company = await api.post('/v1/clients', { company_name: 'A', type: 'Company' })
    expect(record(company).color).toMatch(/^#[0-9a-f]{6}$/i)
    const person = await api.post('/v1/clients', { company_name: 'Ann', type: 'Individual' })
    expect(record(person).color).toBeNull()
  })

  test('contact_phone of an Individual is dropped silently, of a Company kept', async () => {
    const person = await api.post('/v1/clients', {
      company_name: 'Ann',
      type: 'Individual',
      contact_phone: '1',
    })
    expect([person.status, record(person).contact_phone]).toEqual([201, null])
    const company = await api.post('/v1/clients', { company_name: 'A', type: 'Company', contact_phone: '1' })
    expect(record(company).contact_phone).toBe('1')
  })

  test('strings are trimmed, blank optional ones are null, read-only fields are ignored', async () => {
    const answer = await api.post('/v1/clients', {
      company_name: '  Ünïcode 株式会社 🧾 ',
      type: 'Company',
      email: '   ',
      city: ' Paris ',
      _id: 'client_x',
      contact_name: 'ignored',
      invoices: ['inv_x'],
      flagged: true,
      unknown: 1,
    })
    expect(record(answer)).toMatchObject({
      company_name: 'Ünïcode 株式会社 🧾',
      email: null,
      city: 'Paris',
      contact_name: null,
      invoices: [],
      flagged: false,
    })
  })

  test.each([
    ['no company_name', { type: 'Company' }, 'company_name'],
    ['a blank company_name', { company_name: ' ', type: 'Company' }, 'company_name'],
    ['no type', { company_name: 'A' }, 'type'],
    ['another type', { company_name: 'A', type: 'company' }, 'type'],
    ['a name of 201 characters', { company_name: 'x'.repeat(201), type: 'Company' }, 'company_name'],
    ['an email that is a number', { company_name: 'A', type: 'Company', email: 5 }, 'email'],
    ['a NUL character', { company_name: 'A\u0000B', type: 'Company' }, 'company_name'],
  ])('%s is 400 and the message names the field', async (_, body, field) => {
    const answer = await api.post('/v1/clients', body)
    expect([answer.status, errorOf(answer)]).toEqual([400, expect.stringContaining(field)])
  })

  test('flagged content is 422, stores nothing, and is stored when approved', async () => {
    const own = await newCompany({ name: 'Reviewed' })
    const answer = await own.post('/v1/clients', { company_name: 'Fuck Ltd', type: 'Company' })
    expect([answer.status, errorOf(answer)]).toEqual([422, expect.stringContaining('manual review')])
    expect(list(await own.get('/v1/clients'))).toEqual([])
  })
})

describe('GET /v1/clients', () => {
  test('a client carries the ids of all its invoices', async () => {
    const id = record(await api.post('/v1/clients', { company_name: 'Busy', type: 'Company' }))._id
    const made: unknown[] = []
    for (let index = 0; index < 3; index += 1) {
      const invoice = await api.post('/v1/invoices', { client_id: id, items: [{ title: 'x' }] })
      made.push(record(invoice)._id)
    }
    const read = record(await api.get(`/v1/clients/${id}`))
    expect([...(read.invoices as unknown[])].sort()).toEqual(made.sort())
  })

  test('a missing id, a foreign one and one of another kind get the same 404', async () => {
    const other = await newCompany({ name: 'Foreign' })
    const foreign = record(await other.post('/v1/clients', { company_name: 'B', type: 'Company' }))._id
    for (const id of [foreign, 'client_00000000000000000000000000', 'inv_00000000000000000000000000', 'x']) {
      const answer = await api.get(`/v1/clients/${id}`)
      expect([answer.status, errorOf(answer)]).toEqual([404, 'Client not found'])
    }
  })

  test('the list is newest first and ends with a null cursor', async () => {
    const own = await newCompany({ name: 'Client pages' })
    const made: unknown[] = []
    for (const name of ['a', 'b', 'c']) {
      made.push(record(await own.post('/v1/clients', { company_name: name, type: 'Company' }))._id)
    }
    const first = await own.get('/v1/clients?limit=2')
    expect(record(first, 'pagination')).toMatchObject({ count: 2, remaining: 1 })
    const next = await own.get(`/v1/clients?limit=2&cursor=${record(first, 'pagination').next_cursor}`)
    expect(record(next, 'pagination')).toEqual({ count: 1, remaining: 0, next_cursor: null })
    expect([...list(first), ...list(next)].map((row) => row._id)).toEqual(made.reverse())
  })
})
