import { isId, newId } from '@invoicing/contracts'
import type { Subscription } from '@invoicing/contracts/gen/webhooks/v1/webhooks'
import { eventually } from '@invoicing/testkit'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { parseSecretKeys, SecretBox } from '../src/domain/secret-box.ts'
import { someSubscription, startWebhooks, type WebhooksUnderTest } from './subscriptions-service.ts'

const KEY = '5e'.repeat(32)

let service: WebhooksUnderTest
beforeAll(async () => {
  service = await startWebhooks({ secretKeys: KEY })
})
afterAll(() => service.stop())

/** A new subscription of a new company. */
async function created(fields: Parameters<typeof someSubscription>[1] = {}) {
  const { subscription, secret } = await service.createSubscription(someSubscription(undefined, fields))
  if (subscription === undefined) throw new Error('a creation answers the subscription')
  return { subscription, secret, of: { companyId: subscription.companyId, subscriptionId: subscription.id } }
}

async function storedRow(id: string) {
  const { rows } = await service.db.query('SELECT * FROM subscriptions WHERE id = $1', [id])
  return rows[0]
}

const NOT_FOUND = { code: 'not_found', message: 'Webhook not found' }

describe('CreateSubscription', () => {
  it('stores what is given under a wh_ id, and answers it with a secret', async () => {
    const request = someSubscription(undefined, { events: ['invoice.sent', 'invoice.created'] })
    const { subscription, secret } = await service.createSubscription(request)
    expect(subscription).toMatchObject({ ...request, active: true })
    expect(isId('webhook', subscription?.id ?? '')).toBe(true)
    expect(subscription?.createdAt).toEqual(subscription?.modifiedAt)
    expect(secret).toMatch(/^whsec_[0-9a-f]{64}$/)
  })

  it('makes every secret anew', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => created()))
    expect(new Set(made.map(({ secret }) => secret)).size).toBe(20)
  })

  it('keeps the secret encrypted, under the first key and bound to its subscription', async () => {
    const { subscription, secret } = await created()
    const { secret_ciphertext: ciphertext, secret_key_id: keyId, ...rest } = await storedRow(subscription.id)
    const box = new SecretBox(parseSecretKeys(KEY))
    expect(box.open({ ciphertext, keyId }, subscription.id)).toBe(secret)
    expect(() => box.open({ ciphertext, keyId }, newId('webhook'))).toThrow()
    expect(ciphertext.includes(secret.slice('whsec_'.length, 20))).toBe(false)
    expect(JSON.stringify(rest)).not.toContain('whsec_')
  })

  it('counts an active one as active since its creation, to the same millisecond', async () => {
    const { subscription } = await created()
    expect((await storedRow(subscription.id)).active_since).toEqual(subscription.createdAt)
  })

  it('can be created paused', async () => {
    const { of } = await created({ active: false })
    expect((await service.getSubscription(of)).subscription?.active).toBe(false)
  })

  it('keeps duplicate events once, in the order given', async () => {
    const { subscription } = await created({
      events: ['invoice.paid', 'invoice.created', 'invoice.paid', 'invoice.created'],
    })
    expect(subscription.events).toEqual(['invoice.paid', 'invoice.created'])
  })

  it('trims the url and otherwise keeps it as given', async () => {
    const { subscription, of } = await created({ url: '  https://Example.COM:443/a/../b?x=%7e#part \n' })
    expect(subscription.url).toBe('https://Example.COM:443/a/../b?x=%7e#part')
    expect((await service.getSubscription(of)).subscription).toEqual(subscription)
  })

  it.each([
    [{ events: [] }, 'events must hold at least one event name'],
    [
      { events: ['invoice.created', 'invoice.deleted'] },
      'events[1] must be one of invoice.created, invoice.sent, invoice.paid, invoice.canceled',
    ],
    [{ url: '' }, 'url must be an absolute http or https URL'],
    [{ url: 'ftp://example.com/' }, 'url must be an absolute http or https URL'],
    [{ url: 'http://127.0.0.1/' }, 'url must not be an internal address'],
    [{ url: 'https://user:pass@example.com/' }, 'url must not hold a user name or password'],
  ])('refuses %j', async (fields, message) => {
    const companyId = newId('company')
    await expect(service.createSubscription(someSubscription(companyId, fields))).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining(message),
    })
    expect((await service.listSubscriptions({ companyId, limit: 1 })).subscriptions).toEqual([])
  })
})

describe('GetSubscription', () => {
  it('answers exactly what was created, and no secret', async () => {
    const { subscription, of } = await created()
    expect(await service.getSubscription(of)).toEqual({ subscription })
  })

  it.each(['', 'x', 'inv_00000000000000000000', 'wh_\0', `wh_${'0'.repeat(26)}`])(
    'does not find %j',
    async (subscriptionId) => {
      const companyId = newId('company')
      await expect(service.getSubscription({ companyId, subscriptionId })).rejects.toMatchObject(NOT_FOUND)
    },
  )
})

describe("another company's subscription", () => {
  it('is not found by any call, and stays as it is', async () => {
    const { subscription, of } = await created()
    const foreign = { ...of, companyId: newId('company') }
    await expect(service.getSubscription(foreign)).rejects.toMatchObject(NOT_FOUND)
    await expect(service.updateSubscription({ ...foreign, events: [], active: false })).rejects.toMatchObject(
      NOT_FOUND,
    )
    await expect(service.deleteSubscription(foreign)).rejects.toMatchObject(NOT_FOUND)
    expect(await service.getSubscription(of)).toEqual({ subscription })
  })
})

describe('UpdateSubscription', () => {
  it('changes only what is sent, and the time of the change', async () => {
    const { subscription, of } = await created()
    await later(subscription)
    const url = 'http://other.example.com/'
    const { subscription: moved } = await service.updateSubscription({ ...of, url, events: [] })
    expect(moved).toEqual({ ...subscription, url, modifiedAt: moved?.modifiedAt })
    expect(Number(moved?.modifiedAt)).toBeGreaterThan(Number(subscription.createdAt))
    const events = ['invoice.paid', 'invoice.sent']
    const { subscription: other } = await service.updateSubscription({ ...of, events })
    expect(other).toEqual({ ...moved, events, modifiedAt: other?.modifiedAt })
    expect((await service.getSubscription(of)).subscription).toEqual(other)
  })

  it('that turns it active counts as active since then, and one that was active stays so', async () => {
    const { subscription, of } = await created()
    const since = async () => (await storedRow(subscription.id)).active_since
    const first = await since()
    await later(subscription)
    await service.updateSubscription({ ...of, events: [], active: true })
    expect(await since()).toEqual(first)
    await service.updateSubscription({ ...of, events: [], active: false })
    await service.updateSubscription({ ...of, events: ['invoice.paid'] })
    expect(await since()).toEqual(first)
    const { subscription: resumed } = await service.updateSubscription({ ...of, events: [], active: true })
    expect(resumed?.active).toBe(true)
    expect(await since()).toEqual(resumed?.modifiedAt)
    expect(Number(await since())).toBeGreaterThan(Number(first))
  })

  it('that waited while a pause was made is active since the pause at the earliest', async () => {
    const { subscription, of } = await created()
    const rival = await service.db.connect()
    try {
      await rival.query('BEGIN')
      await rival.query('SELECT FROM subscriptions WHERE id = $1 FOR UPDATE', [subscription.id])
      const resuming = service.updateSubscription({ ...of, events: [], active: true })
      // It has taken its time once its statement waits for the row.
      await eventually(async () => {
        const { rowCount } = await service.db.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database()
           AND wait_event_type = 'Lock' AND query LIKE '%UPDATE subscriptions%'`,
        )
        return rowCount === 1
      })
      const pausedAt = new Date(Date.now() + 1_000)
      await rival.query('UPDATE subscriptions SET active = false, modified_at = $2 WHERE id = $1', [
        subscription.id,
        pausedAt,
      ])
      await rival.query('COMMIT')
      expect((await resuming).subscription).toMatchObject({ active: true, modifiedAt: pausedAt })
      expect((await storedRow(subscription.id)).active_since).toEqual(pausedAt)
    } finally {
      rival.release()
    }
  })

  it.each([
    [{ url: 'http://[::1]/', events: [] }, 'url must not be an internal address'],
    [{ events: ['invoice.paid', 'paid'] }, 'events[1] must be one of'],
    [{ events: [] }, 'at least one of url, events and active is required'],
  ])('refuses %j and changes nothing', async (change, message) => {
    const { subscription, of } = await created()
    await expect(service.updateSubscription({ ...of, ...change })).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining(message),
    })
    expect(await service.getSubscription(of)).toEqual({ subscription })
  })

  it('leaves the secret as it is', async () => {
    const { subscription, of } = await created()
    const before = await storedRow(subscription.id)
    await service.updateSubscription({ ...of, url: 'https://new.example.com/', events: [], active: false })
    const after = await storedRow(subscription.id)
    expect(after.secret_ciphertext).toEqual(before.secret_ciphertext)
    expect(after.secret_key_id).toBe(before.secret_key_id)
  })
})

describe('DeleteSubscription', () => {
  it('removes it for good, its secret included', async () => {
    const { subscription, of } = await created()
    expect(await service.deleteSubscription(of)).toEqual({})
    expect(await storedRow(subscription.id)).toBeUndefined()
    await expect(service.getSubscription(of)).rejects.toMatchObject(NOT_FOUND)
    await expect(service.deleteSubscription(of)).rejects.toMatchObject(NOT_FOUND)
    const update = service.updateSubscription({ ...of, events: [], active: true })
    await expect(update).rejects.toMatchObject(NOT_FOUND)
  })
})

/** Returns in a later millisecond than the subscription was made. */
async function later({ createdAt }: Subscription): Promise<void> {
  await eventually(() => Date.now() > Number(createdAt))
}
