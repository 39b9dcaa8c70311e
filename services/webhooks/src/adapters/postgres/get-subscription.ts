import type { Pool } from '@invoicing/chassis'
import type { Subscription } from '@invoicing/contracts/gen/webhooks/v1/webhooks'
import { SUBSCRIPTION_COLUMNS, type SubscriptionRow, subscriptionOf } from './subscription-columns.ts'

/** Undefined for an unknown subscription, and for one of another company. */
export async function getSubscription(
  pool: Pool,
  companyId: string,
  id: string,
): Promise<Subscription | undefined> {
  const { rows } = await pool.query<SubscriptionRow>({
    name: 'get-subscription',
    text: `SELECT ${SUBSCRIPTION_COLUMNS} FROM subscriptions s WHERE s.id = $1 AND s.company_id = $2`,
    values: [id, companyId],
  })
  const [row] = rows
  return row && subscriptionOf(row)
}
