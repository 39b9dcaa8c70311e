import type { Pool } from '@invoicing/chassis'
import type { ChangeSubscription } from '../../app/dependencies.ts'
import { SUBSCRIPTION_COLUMNS, type SubscriptionRow, subscriptionOf } from './subscription-columns.ts'

/**
 * Changes a subscription in one statement. A change that waited for the row while another was made
 * has taken its time before that one: it then counts from that one's time, or a pause that ended
 * with it would be backfilled.
 */
export function changeSubscription(pool: Pool): ChangeSubscription {
  return async ({ companyId, id, url, events, active, at }) => {
    const { rows } = await pool.query<SubscriptionRow>({
      name: 'change-subscription',
      text: `
        UPDATE subscriptions s SET
          url = coalesce($3::text, s.url),
          events = coalesce($4::text[], s.events),
          active = coalesce($5::boolean, s.active),
          active_since = CASE
            WHEN $5 AND NOT s.active THEN greatest($6::timestamptz, s.modified_at) ELSE s.active_since
          END,
          modified_at = greatest($6::timestamptz, s.modified_at)
        WHERE s.id = $1 AND s.company_id = $2
        RETURNING ${SUBSCRIPTION_COLUMNS}`,
      values: [id, companyId, url, events, active, at],
    })
    const [row] = rows
    return row && subscriptionOf(row)
  }
}
