import type { Subscription } from '@invoicing/contracts/gen/webhooks/v1/webhooks'

/** The columns of subscriptions (alias `s`) that make up a Subscription; the secret is none of them. */
export const SUBSCRIPTION_COLUMNS =
  's.id, s.company_id, s.seq, s.url, s.events, s.active, s.created_at, s.modified_at'

/** A row of SUBSCRIPTION_COLUMNS. */
export interface SubscriptionRow {
  id: string
  company_id: string
  seq: number
  url: string
  events: string[]
  active: boolean
  created_at: Date
  modified_at: Date
}

/** The subscription of a row, equal to what created it. */
export function subscriptionOf(row: SubscriptionRow): Subscription {
  return {
    id: row.id,
    companyId: row.company_id,
    url: row.url,
    events: row.events,
    active: row.active,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  }
}
