import { isId, newId } from '@invoicing/contracts'
import { type Client, ClientType } from '@invoicing/contracts/gen/clients/v1/clients'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type ClientsUnderTest, company, individual, someCompany, startClients } from './clients-service.ts'

let clients: ClientsUnderTest
beforeAll(async () => {
  clients = await startClients()
})
afterAll(() => clients?.stop())

const EVERY_FIELD = {
  email: 'billing@acme.example',
  phone: '+33 1 23 45 67 89',
  contactPhone: '+33 6 12 34 56 78',
  color: '#123456',
  address: '1 rue de la Paix',
  city: 'Paris',
  postalCode: '75002',
  country: 'France',
  taxId: 'FR40303265045',
}

async function create(companyId: string, fields = company('Acme')): Promise<Client> {
  const { client } = await clients.createClient({ companyId, fields })
  if (client === undefined) throw new Error('a create answered no client')
  return client
}

describe('creating a client', () => {
  it('stores every field that was sent, and answers what a look-up answers', async () => {
    const companyId = someCompany()
    const before = Date.now()
    const client = await create(companyId, company('Acme SARL 😀', EVERY_FIELD))
    expect(client).toMatchObject({ companyId, flagged: false, fields: company('Acme SARL 😀', EVERY_FIELD) })
    expect(isId('client', client.id)).toBe(true)
    expect(client.createdAt?.getTime()).toBeGreaterThanOrEqual(before)
    expect(client.modifiedAt).toEqual(client.createdAt)
    expect(await clients.getClient({ companyId, clientId: client.id })).toEqual({ client })
  })

  it('leaves absent what was not sent', async () => {
    const { fields, contactName, contactEmail, street, logo } = await create(someCompany(), individual('Ada'))
    const absent = Object.keys(EVERY_FIELD).map((name) => [name, undefined])
    expect(fields).toEqual({ ...individual('Ada'), ...Object.fromEntries(absent) })
    expect([contactName, contactEmail, street, logo]).toEqual([undefined, undefined, undefined, undefined])
  })

  it('drops the contact_phone of an Individual', async () => {
    const client = await create(someCompany(), individual('Ada', EVERY_FIELD))
    expect(client.fields).toEqual(individual('Ada', { ...EVERY_FIELD, contactPhone: undefined }))
  })

  it('assigns a colour to a Company that has none, and keeps it', async () => {
    const companyId = someCompany()
    const client = await create(companyId, company('Acme'))
    expect(client.fields?.color).toMatch(/^#[0-9a-f]{6}$/)
    const stored = await clients.getClient({ companyId, clientId: client.id })
    expect(stored.client?.fields?.color).toBe(client.fields?.color)
  })

  it('refuses what is not a client at all', async () => {
    const companyId = someCompany()
    const unusable = [
      undefined,
      company(''),
      { companyName: 'Acme', type: ClientType.CLIENT_TYPE_UNSPECIFIED },
      company('Ac\0me'),
    ]
    for (const fields of unusable) {
      await expect(clients.createClient({ companyId, fields })).rejects.toMatchObject({
        code: 'invalid_argument',
      })
    }
    expect((await clients.listClients({ companyId, limit: 1 })).clients).toEqual([])
  })
})

describe('looking up a client', () => {
  it('answers alike for an id of another company, an unknown id and no id at all', async () => {
    const { id } = await create(someCompany())
    for (const clientId of [id, newId('client'), '', 'client_', 'client_\0', id.toUpperCase()]) {
      await expect(clients.getClient({ companyId: someCompany(), clientId })).rejects.toMatchObject({
        code: 'not_found',
        message: 'Client not found',
      })
    }
  })
})

describe('listing clients', () => {
  it('pages through all, newest first, with the exact number that remains', async () => {
    const companyId = someCompany()
    const ids: string[] = []
    for (let client = 0; client < 7; client += 1) ids.unshift((await create(companyId)).id)

    const first = await clients.listClients({ companyId, limit: 3 })
    expect(first).toMatchObject({ remaining: 4, next: ids[2] })
    const second = await clients.listClients({ companyId, limit: 3, after: first.next })
    expect(second).toMatchObject({ remaining: 1, next: ids[5] })
    const third = await clients.listClients({ companyId, limit: 3, after: second.next })
    expect(third).toMatchObject({ remaining: 0, next: undefined })
    const listed = [first, second, third].flatMap((page) => page.clients)
    expect(listed.map((client) => client.id)).toEqual(ids)
  })

  it('keeps pages and remaining as they are when clients are created in between', async () => {
    const companyId = someCompany()
    const ids: string[] = []
    for (let client = 0; client < 4; client += 1) ids.unshift((await create(companyId)).id)
    const first = await clients.listClients({ companyId, limit: 2 })
    for (let client = 0; client < 3; client += 1) await create(companyId)

    const second = await clients.listClients({ companyId, limit: 2, after: first.next })
    expect(second.clients.map((client) => client.id)).toEqual(ids.slice(2))
    expect(second).toMatchObject({ remaining: 0, next: undefined })
    expect(await clients.listClients({ companyId, limit: 2 })).toMatchObject({ remaining: 5 })
  })

  it('ends without a next page when the last one is full', async () => {
    const companyId = someCompany()
    await create(companyId)
    await create(companyId)
    const page = await clients.listClients({ companyId, limit: 2 })
    expect(page.clients).toHaveLength(2)
    expect(page).toMatchObject({ remaining: 0, next: undefined })
  })

  it('shows a company nothing of another', async () => {
    const [mine, theirs] = [someCompany(), someCompany()]
    const { id } = await create(mine)
    await create(theirs)
    await create(theirs)
    const { clients: listed, remaining } = await clients.listClients({ companyId: mine, limit: 100 })
    expect(listed.map((client) => client.id)).toEqual([id])
    expect(remaining).toBe(0)
    expect(await clients.listClients({ companyId: someCompany(), limit: 100 })).toEqual({
      clients: [],
      remaining: 0,
      next: undefined,
    })
  })

  it('serves a limit over 100 as 100', async () => {
    const companyId = someCompany()
    await Promise.all(Array.from({ length: 101 }, () => create(companyId)))
    const page = await clients.listClients({ companyId, limit: 1_000 })
    expect(page.clients).toHaveLength(100)
    expect(page.remaining).toBe(1)
  })

  it('refuses a limit below 1 and a position that is none', async () => {
    const companyId = someCompany()
    for (const request of [
      { limit: 0 },
      { limit: -1 },
      { limit: 1, after: '' },
      { limit: 1, after: 'inv_1' },
    ]) {
      await expect(clients.listClients({ companyId, ...request })).rejects.toMatchObject({
        code: 'invalid_argument',
      })
    }
  })
})

describe('the store', () => {
  it('has the indexes that the lists stand on', async () => {
    const keys = async (name: string) =>
      (await clients.db.collection(name).indexes()).map((index) => index.key)
    expect(await keys('clients')).toContainEqual({ company: 1, _id: -1 })
    expect(await keys('reviews')).toContainEqual({ company: 1, _id: 1 })
  })
})
