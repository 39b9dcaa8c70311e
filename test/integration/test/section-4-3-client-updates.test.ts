import { admin } from '@invoicing/testkit'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { type Answer, type Api, errorOf, record } from '../src/api.ts'
import { newCompany, platformUnderTest } from '../src/company.ts'

let api: Api

beforeAll(async () => {
  api = await newCompany({ name: 'Section 4.3, updates' })
})

const JSON_TYPE = { 'content-type': 'application/json' }

const patch = (id: unknown, body: unknown, of = api): Promise<Answer> =>
  of.send('PATCH', `/v1/clients/${id}`, { body: JSON.stringify(body), headers: JSON_TYPE })

const create = async (fields: Record<string, unknown> = {}, of = api) =>
  record(await of.post('/v1/clients', { company_name: 'Globex', type: 'Company', ...fields }))

describe('PATCH /v1/clients/:id', () => {
  test('only sent fields change', async () => {
    const client = await create({ email: 'a@b.example', city: 'Paris' })
    const answer = await patch(client._id, { company_name: ' Initech ', phone: '1' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      data: { ...client, company_name: 'Initech', phone: '1', 'Modified Date': expect.any(String) },
    })
    expect(Object.keys(record(answer))).toEqual(Object.keys(client))
    expect((await api.get(`/v1/clients/${client._id}`)).body).toEqual(answer.body)
  })

  test('null and blank clear an optional field', async () => {
    const client = await create({ email: 'a@b.example', city: 'Paris' })
    const answer = await patch(client._id, { email: null, city: '  ' })
    expect(record(answer)).toMatchObject({ email: null, city: null, company_name: 'Globex' })
  })

  test('a record can be read, edited and sent back: what cannot be set is ignored', async () => {
    for (const type of ['Company', 'Individual']) {
      const client = await create({ type })
      const answer = await patch(client._id, { ...client, city: 'Lyon', flagged: true, invoices: ['inv_x'] })
      expect(record(answer)).toEqual({ ...client, city: 'Lyon', 'Modified Date': expect.any(String) })
    }
  })

  test('the answer carries the ids of the invoices', async () => {
    const client = await create()
    const invoice = record(await api.post('/v1/invoices', { client_id: client._id, items: [{ title: 'x' }] }))
    expect(record(await patch(client._id, { city: 'Lyon' })).invoices).toEqual([invoice._id])
  })

  test.each([
    ['contact_phone on an Individual', { type: 'Individual' }, { contact_phone: '1' }],
    ['contact_phone with a change to Individual', {}, { contact_phone: '1', type: 'Individual' }],
  ])('%s is 400, and nothing changes', async (_, fields, body) => {
    const client = await create(fields)
    const answer = await patch(client._id, { ...body, city: 'Lyon' })
    expect([answer.status, errorOf(answer)]).toEqual([400, expect.stringContaining('contact_phone')])
    expect(record(await api.get(`/v1/clients/${client._id}`))).toEqual(client)
  })

  test('a null contact_phone is fine whatever the type', async () => {
    const person = await create({ type: 'Individual' })
    expect((await patch(person._id, { contact_phone: null })).status).toBe(200)
    const client = await create({ contact_phone: '1' })
    const answer = await patch(client._id, { contact_phone: null, type: 'Individual' })
    expect(record(answer)).toMatchObject({ type: 'Individual', contact_phone: null })
  })

  test('a stored contact_phone is dropped when the type becomes Individual, and does not come back', async () => {
    const client = await create({ contact_phone: '1' })
    expect(record(await patch(client._id, { type: 'Individual' })).contact_phone).toBeNull()
    expect(record(await patch(client._id, { type: 'Company' })).contact_phone).toBeNull()
  })

  test('a colour is assigned when an Individual becomes a Company without one; cleared, it stays null', async () => {
    const person = await create({ type: 'Individual' })
    expect(person.color).toBeNull()
    expect(record(await patch(person._id, { type: 'Company' })).color).toMatch(/^#[0-9a-f]{6}$/)
    expect(record(await patch(person._id, { color: null })).color).toBeNull()
    expect(record(await patch(person._id, { type: 'Company', city: 'Lyon' })).color).toBeNull()
  })

  test.each([
    ['no field at all', {}, ''],
    ['no field that can be set', { flagged: true, _id: 'client_x', unknown: 1 }, ''],
    ['a null company_name', { company_name: null }, 'company_name'],
    ['a blank company_name', { company_name: ' ' }, 'company_name'],
    ['a null type', { type: null }, 'type'],
    ['another type', { type: 'company' }, 'type'],
    ['an email that is a number', { email: 5 }, 'email'],
    ['a city over its limit', { city: 'x'.repeat(2_001) }, 'city'],
    ['a list instead of an object', [], ''],
  ])('%s is 400 and the message names the field', async (_, body, field) => {
    const answer = await patch((await create())._id, body)
    expect([answer.status, errorOf(answer)]).toEqual([400, expect.stringContaining(field)])
  })

  test('a missing id, a foreign one and one of another kind get the same 404', async () => {
    const other = await newCompany({ name: 'Foreign' })
    const foreign = (await create({}, other))._id
    for (const id of [foreign, 'client_00000000000000000000000000', 'inv_00000000000000000000000000', 'x']) {
      const answer = await patch(id, { city: 'Lyon' })
      expect([answer.status, errorOf(answer)]).toEqual([404, 'Client not found'])
    }
  })
})

describe('a flagged update', () => {
  /** The platform's review of a company, as an operator finds it. */
  async function review(client: Record<string, unknown>): Promise<string> {
    const { stdout } = await admin(
      platformUnderTest().dataDir,
      ...['review', 'list', '--company', String(client.company), '--json'],
    )
    const [row] = JSON.parse(stdout).reviews
    expect(row).toMatchObject({ kind: 'update', client: client._id })
    return row.review
  }
  const decide = async (decision: string, id: string) =>
    admin(platformUnderTest().dataDir, 'review', decision, '--review', id, '--json')

  test.each([
    ['approve', 'fucking hell', 'makes the change'],
    ['reject', 'Paris', 'drops it'],
  ])('is 422 and leaves the record as it is, flagged; %s: city %s, it %s', async (decision, city) => {
    const own = await newCompany({ name: 'Reviewed' })
    const client = await create({ city: 'Paris' }, own)
    const answer = await patch(client._id, { city: 'fucking hell' }, own)
    expect([answer.status, errorOf(answer)]).toEqual([422, expect.stringContaining('manual review')])
    expect(record(await own.get(`/v1/clients/${client._id}`))).toEqual({ ...client, flagged: true })

    await decide(decision, await review(client))
    const decided = record(await own.get(`/v1/clients/${client._id}`))
    expect(decided).toMatchObject({ city, flagged: false })
  })
})
