import type { Subscription } from '../gen/webhooks/v1/webhooks.ts'
import { instant } from './values.ts'

/**
 * A webhook subscription as REST shows it (specification 2.4).
 *
 * @param secret only in the answer to its creation
 */
export function webhookRecord(subscription: Subscription, secret?: string): Record<string, unknown> {
  return {
    _id: subscription.id,
    url: subscription.url,
    events: subscription.events,
    active: subscription.active,
    ...(secret === undefined ? {} : { secret }),
    company: subscription.companyId,
    'Created Date': instant(subscription.createdAt),
    'Modified Date': instant(subscription.modifiedAt),
  }
}
