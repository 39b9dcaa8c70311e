import type { Pool } from '@invoicing/chassis'
import type { Subscription } from '@invoicing/contracts/gen/webhooks/v1/webhooks'
import { SUBSCRIPTION_COLUMNS, type SubscriptionRow, subscriptionOf } from './subscription-columns.ts'

export interface PageRequest {
  readonly companyId: string
  readonly limit: number
  /** The place the former page ended at; undefined for the first page. */
  readonly after: number | undefined
}

export interface Page {
  /** Newest first. */
  readonly subscriptions: Subscription[]
  /** What the list holds after this page. */
  readonly remaining: number
  /** The place this page ended at; undefined at the end of the list. */
  readonly next: number | undefined
}

/** Above every place: where a list is read from its head. */
const HEAD = Number.MAX_SAFE_INTEGER

/**
 * One page of a company's subscriptions by keyset, and exactly how many follow it: the places
 * below its last row, less those that deletions left empty. Both come from one statement, so they
 * fit each other whatever is written meanwhile. No part of the count refers to a row of the page,
 * or Postgres would count anew for each row.
 */
export async function listSubscriptions(
  pool: Pool,
  { companyId, limit, after = HEAD }: PageRequest,
): Promise<Page> {
  const { rows } = await pool.query<SubscriptionRow & { remaining: number }>({
    name: 'list-subscriptions',
    text: `
      WITH page AS MATERIALIZED (
        SELECT ${SUBSCRIPTION_COLUMNS} FROM subscriptions s
        WHERE s.company_id = $1 AND s.seq < $2
        ORDER BY s.seq DESC
        LIMIT $3
      ), lowest AS MATERIALIZED (
        SELECT min(seq) AS seq FROM page
      )
      SELECT page.*, (SELECT seq FROM lowest) - 1 - (
        SELECT count(*) FROM deleted_subscriptions d
        WHERE d.company_id = $1 AND d.seq < (SELECT seq FROM lowest)
      ) AS remaining
      FROM page
      ORDER BY page.seq DESC`,
    values: [companyId, after, limit],
  })
  const last = rows.at(-1)
  const remaining = last?.remaining ?? 0
  return {
    subscriptions: rows.map(subscriptionOf),
    remaining,
    next: remaining > 0 ? last?.seq : undefined,
  }
}
