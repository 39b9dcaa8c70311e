import { describe, expect, test } from '@jest/globals'
import { Subscription } from '../../src/gen/webhooks/v1/webhooks.ts'
import { webhookRecord } from '../../src/mod.ts'

const subscription = Subscription.fromPartial({
  id: 'wh_a',
  companyId: 'company_a',
  url: 'https://example.com/hook',
  events: ['invoice.paid', 'invoice.created'],
  active: false,
  createdAt: new Date('2026-01-31T12:34:56.789Z'),
  modifiedAt: new Date('2026-02-01T00:00:00.000Z'),
})

describe('the record of a webhook subscription', () => {
  test('has the fields of specification 2.4 in their order, and no secret', () => {
    expect(JSON.stringify(webhookRecord(subscription))).toBe(
      '{"_id":"wh_a","url":"https://example.com/hook","events":["invoice.paid","invoice.created"],"active":false,' +
        '"company":"company_a","Created Date":"2026-01-31T12:34:56.789Z","Modified Date":"2026-02-01T00:00:00.000Z"}',
    )
  })

  test('shows the secret where it is handed one, in the answer to the creation', () => {
    const record = webhookRecord(subscription, 'whsec_x')
    expect(record).toEqual({ ...webhookRecord(subscription), secret: 'whsec_x' })
    expect(Object.keys(record).slice(3, 6)).toEqual(['active', 'secret', 'company'])
  })
})
