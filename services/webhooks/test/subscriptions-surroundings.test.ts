import { newId } from '@invoicing/contracts'
import { freshDatabase } from '@invoicing/testkit'
import { afterEach, expect, it } from '@jest/globals'
import pg from 'pg'
import {
  MIGRATIONS,
  someSubscription,
  startWebhooks,
  type WebhooksUnderTest,
} from './subscriptions-service.ts'

let started: WebhooksUnderTest | undefined
afterEach(async () => {
  await started?.stop()
  started = undefined
})

it('every statement about subscriptions has its index', async () => {
  // Tables of a test are so small that Postgres prefers to scan them. Told not to, it does so only
  // where no index serves; and it counts every scan.
  const { url } = await freshDatabase(MIGRATIONS)
  const databaseUrl = `${url}?options=${encodeURIComponent('-c enable_seqscan=off')}`
  started = await startWebhooks({ databaseUrl })
  const companyId = newId('company')
  const [subscriptionId = '', other = ''] = await started.someSubscriptions(companyId, 4)
  await started.getSubscription({ companyId, subscriptionId })
  await started.updateSubscription({ companyId, subscriptionId, events: [], active: false })
  await started.deleteSubscription({ companyId, subscriptionId: other })
  const { next = '' } = await started.listSubscriptions({ companyId, limit: 2 })
  await started.listSubscriptions({ companyId, limit: 2, after: next })

  // Connections hand in their counts when they end.
  await started.stop()
  started = undefined
  const observer = new pg.Client({ connectionString: databaseUrl })
  await observer.connect()
  const { rows } = await observer.query(
    `SELECT relname, seq_scan > 0 AS scanned, idx_scan > 0 AS looked_up FROM pg_stat_user_tables
     WHERE relname ~ 'subscription' ORDER BY relname`,
  )
  await observer.end()
  expect(rows).toEqual([
    { relname: 'deleted_subscriptions', scanned: false, looked_up: true },
    { relname: 'subscription_sequences', scanned: false, looked_up: true },
    { relname: 'subscriptions', scanned: false, looked_up: true },
  ])
})

it('an operator opens ranges by setting: loopback here, and only that', async () => {
  started = await startWebhooks({ allowedCidrs: '127.0.0.0/8,::1/128' })
  const url = 'http://localhost:9000/hook'
  expect((await started.createSubscription(someSubscription(undefined, { url }))).subscription?.url).toBe(url)
  await expect(
    started.createSubscription(someSubscription(undefined, { url: 'http://10.0.0.1/' })),
  ).rejects.toMatchObject({ code: 'invalid_argument', message: 'url must not be an internal address' })
})
