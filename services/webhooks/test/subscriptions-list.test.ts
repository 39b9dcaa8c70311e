import { newId } from '@invoicing/contracts'
import type { ListSubscriptionsResponse } from '@invoicing/contracts/gen/webhooks/v1/webhooks'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { someSubscription, startWebhooks, type WebhooksUnderTest } from './subscriptions-service.ts'

let service: WebhooksUnderTest
beforeAll(async () => {
  service = await startWebhooks()
})
afterAll(() => service.stop())

/** Reads a list page by page to its end, or far past where it should have ended. */
async function pages(companyId: string, limit: number): Promise<ListSubscriptionsResponse[]> {
  const all: ListSubscriptionsResponse[] = []
  let after: string | undefined
  do {
    const page = await service.listSubscriptions({ companyId, limit, after })
    all.push(page)
    after = page.next
  } while (after !== undefined && all.length < 20)
  return all
}

const idsOf = (read: readonly ListSubscriptionsResponse[]) =>
  read.flatMap(({ subscriptions }) => subscriptions.map(({ id }) => id))

describe('ListSubscriptions', () => {
  it('pages through all of a company, newest first, and says exactly how many remain', async () => {
    const companyId = newId('company')
    const ids = await service.someSubscriptions(companyId, 7)
    await service.someSubscriptions(newId('company'), 2)
    const read = await pages(companyId, 3)
    expect(read.map(({ remaining }) => remaining)).toEqual([4, 1, 0])
    expect(idsOf(read)).toEqual(ids.toReversed())
  })

  it('shows each as GetSubscription does', async () => {
    const companyId = newId('company')
    const [subscriptionId = ''] = await service.someSubscriptions(companyId, 1)
    const { subscriptions } = await service.listSubscriptions({ companyId, limit: 1 })
    const { subscription } = await service.getSubscription({ companyId, subscriptionId })
    expect(subscriptions).toEqual([subscription])
  })

  it('counts no deleted one among those that remain, wherever it was', async () => {
    const companyId = newId('company')
    const ids = await service.someSubscriptions(companyId, 9)
    // The oldest, the newest, and some between.
    const deleted = [0, 3, 4, 8].map((index) => ids[index] ?? '')
    for (const subscriptionId of deleted) await service.deleteSubscription({ companyId, subscriptionId })
    const read = await pages(companyId, 2)
    expect(read.map(({ remaining }) => remaining)).toEqual([3, 1, 0])
    expect(idsOf(read)).toEqual(ids.filter((id) => !deleted.includes(id)).toReversed())
  })

  it('goes on where a page ended, though the place it ended at is deleted and others are created', async () => {
    const companyId = newId('company')
    const ids = await service.someSubscriptions(companyId, 4)
    const first = await service.listSubscriptions({ companyId, limit: 2 })
    await service.deleteSubscription({ companyId, subscriptionId: first.subscriptions[1]?.id ?? '' })
    await service.someSubscriptions(companyId, 2)
    const second = await service.listSubscriptions({ companyId, limit: 2, after: first.next })
    expect(idsOf([second])).toEqual(ids.slice(0, 2).toReversed())
    expect([second.remaining, second.next]).toEqual([0, undefined])
  })

  it('is exact after creations and deletions at once', async () => {
    const companyId = newId('company')
    const ids = await service.someSubscriptions(companyId, 20)
    const created = Array.from({ length: 20 }, () => service.createSubscription(someSubscription(companyId)))
    const deleted = ids
      .slice(5, 15)
      .map((subscriptionId) => service.deleteSubscription({ companyId, subscriptionId }))
    await Promise.all([...created, ...deleted])
    const read = await pages(companyId, 7)
    expect(read.map(({ remaining }) => remaining)).toEqual([23, 16, 9, 2, 0])
    expect(new Set(idsOf(read)).size).toBe(30)
  })

  it('is empty for a company without any', async () => {
    expect(await service.listSubscriptions({ companyId: newId('company'), limit: 100 })).toEqual({
      subscriptions: [],
      remaining: 0,
    })
  })

  it.each(['0', '-1', '1.5', 'x', '', '1e3', '9'.repeat(16)])('refuses the position %j', async (after) => {
    const request = { companyId: newId('company'), limit: 5, after }
    await expect(service.listSubscriptions(request)).rejects.toMatchObject({ code: 'invalid_argument' })
  })

  it.each([0, -1, 101])('refuses the limit %d', async (limit) => {
    const request = { companyId: newId('company'), limit }
    await expect(service.listSubscriptions(request)).rejects.toMatchObject({ code: 'invalid_argument' })
  })
})
