import { newId, unavailable } from '@invoicing/contracts'
import { type ClientFields, ReviewKind } from '@invoicing/contracts/gen/clients/v1/clients'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { findClient } from '../../src/adapters/mongo/find-client.ts'
import { unflagClient } from '../../src/adapters/mongo/flag-client.ts'
import { insertClient } from '../../src/adapters/mongo/insert-client.ts'
import { decideReview } from '../../src/adapters/mongo/reviews.ts'
import { storeChange } from '../../src/adapters/mongo/store-change.ts'
import { resolveReview } from '../../src/app/resolve-review.ts'
import { type ClientsUnderTest, company, individual, someCompany, startClients } from './clients-service.ts'

let clients: ClientsUnderTest
beforeAll(async () => {
  clients = await startClients()
})
afterAll(() => clients?.stop())

const FLAGGED = 'you fucking bastard'

/** Creates a client whose content is flagged. @returns the review that it became */
async function sendToReview(companyId: string, fields: ClientFields = company(FLAGGED)) {
  await expect(clients.createClient({ companyId, fields })).rejects.toMatchObject({ code: 'content_flagged' })
  const { reviews } = await clients.listReviews({ companyId, limit: 100 })
  const review = reviews.at(-1)
  if (review === undefined) throw new Error('a flagged create left no review')
  return review
}

const stored = async (companyId: string) => (await clients.listClients({ companyId, limit: 100 })).clients

describe('creating a client with flagged content', () => {
  it('stores no client, keeps the write for review, and says so', async () => {
    const companyId = someCompany()
    const fields = company('Acme', { city: 'Paris', address: FLAGGED, color: '#123456' })
    await expect(clients.createClient({ companyId, fields })).rejects.toMatchObject({
      code: 'content_flagged',
      message: expect.stringContaining('sent for manual review'),
    })
    expect(await stored(companyId)).toEqual([])
    const { reviews, next } = await clients.listReviews({ companyId, limit: 10 })
    expect(next).toBeUndefined()
    expect(reviews).toEqual([
      {
        id: expect.stringMatching(/^review_/),
        companyId,
        kind: ReviewKind.REVIEW_KIND_CREATE,
        clientId: expect.stringMatching(/^client_/),
        flaggedFields: ['address'],
        fields: expect.objectContaining(fields),
        createdAt: expect.any(Date),
      },
    ])
  })

  it('checks every text field, and names each that is flagged', async () => {
    const texts = {
      email: FLAGGED,
      phone: FLAGGED,
      contactPhone: FLAGGED,
      color: FLAGGED,
      address: FLAGGED,
      city: FLAGGED,
      postalCode: FLAGGED,
      country: FLAGGED,
      taxId: FLAGGED,
    }
    const { flaggedFields } = await sendToReview(someCompany(), company(FLAGGED, texts))
    expect([...flaggedFields].sort()).toEqual([
      'address',
      'city',
      'color',
      'company_name',
      'contact_phone',
      'country',
      'email',
      'phone',
      'postal_code',
      'tax_id',
    ])
  })

  it('does not check a contact_phone that is dropped', async () => {
    const companyId = someCompany()
    await clients.createClient({ companyId, fields: individual('Ada', { contactPhone: FLAGGED }) })
    expect(await stored(companyId)).toHaveLength(1)
  })
})

describe('approving a review', () => {
  it('stores the client under the id that the review held, unflagged, created when it was approved', async () => {
    const companyId = someCompany()
    const review = await sendToReview(companyId)
    const before = Date.now()
    const { client } = await clients.approve(review.id)
    expect(client).toMatchObject({ id: review.clientId, companyId, fields: review.fields, flagged: false })
    expect(client?.createdAt?.getTime()).toBeGreaterThanOrEqual(before)
    expect(await clients.getClient({ companyId, clientId: review.clientId })).toEqual({ client })
    expect((await clients.listReviews({ companyId, limit: 1 })).reviews).toEqual([])
  })

  it('works once: then the review is gone, for approval and rejection', async () => {
    const companyId = someCompany()
    const review = await sendToReview(companyId)
    await clients.approve(review.id)
    await expect(clients.approve(review.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(clients.reject(review.id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await stored(companyId)).toHaveLength(1)
  })

  it('makes one client when several do it at once', async () => {
    const companyId = someCompany()
    const review = await sendToReview(companyId)
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => clients.approve(review.id)))
    expect(outcomes.some((outcome) => outcome.status === 'fulfilled')).toBe(true)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'not_found' })
      else expect(outcome.value.client?.id).toBe(review.clientId)
    }
    expect((await stored(companyId)).map((client) => client.id)).toEqual([review.clientId])
    expect((await clients.listReviews({ companyId, limit: 1 })).reviews).toEqual([])
  })

  it('finishes what a crash before the review was closed left behind', async () => {
    const companyId = someCompany()
    const review = await sendToReview(companyId)
    const { db } = clients
    const crashing = resolveReview({
      decideReview: decideReview(db),
      findClient: findClient(db),
      insertClient: insertClient(db),
      storeChange: storeChange(db),
      unflagClient: unflagClient(db),
      closeReview: () => Promise.reject(unavailable()),
      now: () => new Date(),
    })
    await expect(crashing.approve(review.id)).rejects.toMatchObject({ code: 'unavailable' })
    expect((await clients.listReviews({ companyId, limit: 1 })).reviews).toEqual([review])
    await expect(clients.reject(review.id)).rejects.toMatchObject({ code: 'conflict' })

    const [client] = await stored(companyId)
    expect((await clients.approve(review.id)).client).toEqual(client)
    expect(await stored(companyId)).toEqual([client])
    expect((await clients.listReviews({ companyId, limit: 1 })).reviews).toEqual([])
  })
})

describe('rejecting a review', () => {
  it('drops the write', async () => {
    const companyId = someCompany()
    const review = await sendToReview(companyId)
    expect(await clients.reject(review.id)).toEqual({ client: undefined })
    expect(await stored(companyId)).toEqual([])
    await expect(clients.getClient({ companyId, clientId: review.clientId })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(clients.approve(review.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(clients.reject(review.id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('and approving at once have one outcome: a client exists exactly when no rejection succeeded', async () => {
    for (let round = 0; round < 20; round += 1) {
      const companyId = someCompany()
      const { id } = await sendToReview(companyId)
      const decisions = [clients.approve(id), clients.reject(id), clients.approve(id), clients.reject(id)]
      const [approved, rejected, approvedToo, rejectedToo] = await Promise.allSettled(decisions)
      const rejections = [rejected, rejectedToo].filter((outcome) => outcome?.status === 'fulfilled').length
      const approvals = [approved, approvedToo].filter((outcome) => outcome?.status === 'fulfilled').length
      expect(rejections > 0).toBe(approvals === 0)
      expect(rejections).toBeLessThanOrEqual(1)
      expect(await stored(companyId)).toHaveLength(rejections === 0 ? 1 : 0)
    }
  })
})

describe('a review that does not exist', () => {
  it('is not found', async () => {
    for (const reviewId of [newId('review'), newId('client'), '', 'review_\0']) {
      await expect(clients.approve(reviewId)).rejects.toMatchObject({ code: 'not_found' })
      await expect(clients.reject(reviewId)).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  it('is not resolved without a decision', async () => {
    await expect(
      clients.resolveReview({ reviewId: newId('review'), decision: 'REVIEW_DECISION_UNSPECIFIED' }),
    ).rejects.toMatchObject({ code: 'invalid_argument' })
  })
})

describe('listing reviews', () => {
  it('is oldest first, page by page, of one company', async () => {
    const [companyId, other] = [someCompany(), someCompany()]
    const ids: string[] = []
    for (let review = 0; review < 5; review += 1) {
      ids.push((await sendToReview(companyId)).id)
      await sendToReview(other)
    }
    const first = await clients.listReviews({ companyId, limit: 3 })
    expect(first.next).toBe(ids[2])
    const second = await clients.listReviews({ companyId, limit: 3, after: first.next })
    expect(second.next).toBeUndefined()
    expect([...first.reviews, ...second.reviews].map((review) => review.id)).toEqual(ids)
  })

  it('is of all companies when none is named', async () => {
    const mine = await sendToReview(someCompany())
    const theirs = await sendToReview(someCompany())
    const ids: string[] = []
    let after: string | undefined
    do {
      const page = await clients.listReviews({ companyId: '', limit: 10, after })
      ids.push(...page.reviews.map((review) => review.id))
      after = page.next
    } while (after !== undefined)
    expect(ids).toEqual(expect.arrayContaining([mine.id, theirs.id]))
    expect(ids).toEqual([...ids].sort())
  })

  it('refuses a limit below 1 and a position that is none', async () => {
    for (const request of [{ limit: 0 }, { limit: 1, after: 'client_1' }]) {
      await expect(clients.listReviews({ companyId: '', ...request })).rejects.toMatchObject({
        code: 'invalid_argument',
      })
    }
  })
})
