import { newId } from '@invoicing/contracts'
import {
  type Client,
  type ClientPatch,
  ClientType,
  ReviewKind,
} from '@invoicing/contracts/gen/clients/v1/clients'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type ClientsUnderTest, company, someCompany, startClients } from './clients-service.ts'

let clients: ClientsUnderTest
beforeAll(async () => {
  clients = await startClients()
})
afterAll(() => clients?.stop())

const FLAGGED = 'you fucking bastard'

async function someClient(fields = company('Acme', { city: 'Paris', contactPhone: '1' })): Promise<Client> {
  const { client } = await clients.createClient({ companyId: someCompany(), fields })
  if (client === undefined) throw new Error('a create answered no client')
  return client
}

const update = ({ id, companyId }: Client, patch: Partial<ClientPatch>) =>
  clients.updateClient({ companyId, clientId: id, patch: { clear: [], ...patch } })

const read = async ({ id, companyId }: Client) =>
  (await clients.getClient({ companyId, clientId: id })).client

/** Sends an update whose content is flagged. @returns the review that it became */
async function sendToReview(client: Client, patch: Partial<ClientPatch>) {
  await expect(update(client, patch)).rejects.toMatchObject({
    code: 'content_flagged',
    message: expect.stringContaining('sent for manual review'),
  })
  const { reviews } = await clients.listReviews({ companyId: client.companyId, limit: 100 })
  const review = reviews.at(-1)
  if (review === undefined) throw new Error('a flagged update left no review')
  return review
}

describe('updating a client', () => {
  it('changes what is sent, clears what is named, and leaves the rest', async () => {
    const client = await someClient()
    const answer = await update(client, { companyName: 'Globex', clear: ['city'] })
    expect(answer.client).toMatchObject({
      ...client,
      fields: { ...client.fields, companyName: 'Globex', city: undefined },
      modifiedAt: expect.any(Date),
    })
    expect(answer.client?.modifiedAt?.getTime()).toBeGreaterThanOrEqual(client.createdAt?.getTime() ?? 0)
    expect(await read(client)).toEqual(answer.client)
  })

  it('drops a stored contact_phone with the change of type, and refuses one on an Individual', async () => {
    const client = await someClient()
    const { client: person } = await update(client, { type: ClientType.CLIENT_TYPE_INDIVIDUAL })
    expect(person?.fields?.contactPhone).toBeUndefined()
    await expect(update(client, { contactPhone: '2', city: 'Lyon' })).rejects.toMatchObject({
      code: 'invalid_argument',
    })
    expect(await read(client)).toEqual(person)
  })

  it('answers alike for an id of another company and an unknown one', async () => {
    const { id } = await someClient()
    for (const clientId of [id, newId('client'), 'client_\0']) {
      await expect(
        clients.updateClient({ companyId: someCompany(), clientId, patch: { city: 'x', clear: [] } }),
      ).rejects.toMatchObject({ code: 'not_found', message: 'Client not found' })
    }
  })

  it('loses no change of several that come at once', async () => {
    const client = await someClient()
    const patches: Partial<ClientPatch>[] = [
      { city: 'Lyon' },
      { email: 'a@b.example' },
      { phone: '2' },
      { address: '1 rue' },
      { postalCode: '69' },
      { country: 'France' },
      { taxId: 'FR1' },
      { color: 'red' },
    ]
    await Promise.all(patches.map((patch) => update(client, patch)))
    expect((await read(client))?.fields).toMatchObject(Object.assign({}, ...patches))
  })

  it('never leaves a contact_phone on an Individual, however two changes race', async () => {
    for (let round = 0; round < 20; round += 1) {
      const client = await someClient(company('Acme'))
      await Promise.allSettled([
        update(client, { contactPhone: '1' }),
        update(client, { type: ClientType.CLIENT_TYPE_INDIVIDUAL }),
      ])
      expect((await read(client))?.fields).toMatchObject({
        type: ClientType.CLIENT_TYPE_INDIVIDUAL,
        contactPhone: undefined,
      })
    }
  })
})

describe('a flagged update', () => {
  it('leaves the client as it is, flagged, and is kept as the client would be', async () => {
    const client = await someClient()
    const review = await sendToReview(client, { city: FLAGGED, clear: ['contact_phone'] })
    expect(review).toMatchObject({
      kind: ReviewKind.REVIEW_KIND_UPDATE,
      clientId: client.id,
      flaggedFields: ['city'],
      fields: { ...client.fields, city: FLAGGED, contactPhone: undefined },
    })
    expect(await read(client)).toEqual({ ...client, flagged: true })
    const { clients: listed } = await clients.listClients({ companyId: client.companyId, limit: 1 })
    expect(listed).toEqual([{ ...client, flagged: true }])
  })

  it('is made to the client as it is when it is approved, which is not flagged then', async () => {
    const client = await someClient()
    const review = await sendToReview(client, { companyName: FLAGGED, clear: ['city'] })
    await update(client, { phone: '2' })
    const { client: approved } = await clients.approve(review.id)
    expect(approved).toMatchObject({
      flagged: false,
      fields: { companyName: FLAGGED, phone: '2', city: undefined, contactPhone: '1' },
    })
    expect(await read(client)).toEqual(approved)
    expect((await clients.listReviews({ companyId: client.companyId, limit: 1 })).reviews).toEqual([])
    await expect(clients.approve(review.id)).rejects.toMatchObject({ code: 'not_found' })
    // What a person approved is not flagged a second time.
    await update(client, { city: 'Nice' })
  })

  it('is dropped when it is rejected, and the client is not flagged then', async () => {
    const client = await someClient()
    const review = await sendToReview(client, { companyName: FLAGGED })
    expect(await clients.reject(review.id)).toEqual({ client })
    expect(await read(client)).toEqual(client)
    await expect(clients.reject(review.id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('keeps the client flagged while another one is open', async () => {
    const client = await someClient()
    const first = await sendToReview(client, { city: FLAGGED })
    const second = await sendToReview(client, { address: FLAGGED })
    expect((await clients.approve(first.id)).client).toMatchObject({
      flagged: true,
      fields: { city: FLAGGED },
    })
    expect((await clients.reject(second.id)).client).toMatchObject({
      flagged: false,
      fields: { city: FLAGGED },
    })
  })

  it('is made once when several approve it at once, and not over a later change', async () => {
    const client = await someClient()
    const review = await sendToReview(client, { city: FLAGGED })
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => clients.approve(review.id)))
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await read(client)).toMatchObject({ flagged: false, fields: { city: FLAGGED } })
  })

  it('approved and rejected at once has one outcome', async () => {
    for (let round = 0; round < 10; round += 1) {
      const client = await someClient()
      const { id } = await sendToReview(client, { city: FLAGGED })
      const [approved, rejected] = await Promise.allSettled([clients.approve(id), clients.reject(id)])
      expect([approved.status, rejected.status].filter((status) => status === 'fulfilled')).toHaveLength(1)
      expect(await read(client)).toMatchObject({
        flagged: false,
        fields: { city: approved.status === 'fulfilled' ? FLAGGED : 'Paris' },
      })
    }
  })
})
