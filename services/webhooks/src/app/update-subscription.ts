import { invalid, isId, notFound } from '@invoicing/contracts'
import type { Subscription, UpdateSubscriptionRequest } from '@invoicing/contracts/gen/webhooks/v1/webhooks'
import type { AddressPolicy } from '../domain/address-policy.ts'
import { eventNames } from '../domain/event-names.ts'
import { receiverUrl } from '../domain/receiver-url.ts'
import type { ChangeSubscription } from './dependencies.ts'

interface Dependencies {
  readonly policy: AddressPolicy
  readonly changeSubscription: ChangeSubscription
}

/**
 * Changes what is sent of url, events and active (specification 3.3, 4.4).
 *
 * @throws AppError invalid_argument naming the field, or not_found
 */
export function updateSubscription({ policy, changeSubscription }: Dependencies) {
  return async (request: UpdateSubscriptionRequest): Promise<Subscription> => {
    const { companyId, subscriptionId, url, events, active } = request
    if (url === undefined && events.length === 0 && active === undefined) {
      throw invalid('at least one of url, events and active is required')
    }
    const change = {
      url: url === undefined ? undefined : receiverUrl(url, policy),
      events: events.length === 0 ? undefined : eventNames(events),
      active,
    }
    const changed = isId('webhook', subscriptionId)
      ? await changeSubscription({ ...change, companyId, id: subscriptionId, at: new Date() })
      : undefined
    if (changed === undefined) throw notFound('Webhook not found')
    return changed
  }
}
