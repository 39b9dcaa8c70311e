import { newId } from '@invoicing/contracts'
import type { CreateSubscriptionRequest, Subscription } from '@invoicing/contracts/gen/webhooks/v1/webhooks'
import type { AddressPolicy } from '../domain/address-policy.ts'
import { eventNames } from '../domain/event-names.ts'
import { receiverUrl } from '../domain/receiver-url.ts'
import { newSecret } from '../domain/secret-box.ts'
import type { SealSecret, StoreSubscription } from './dependencies.ts'

interface Dependencies {
  readonly policy: AddressPolicy
  readonly sealSecret: SealSecret
  readonly storeSubscription: StoreSubscription
}

/**
 * Subscribes a receiver (specification 4.4). The secret is answered here and never again.
 *
 * @throws AppError invalid_argument naming the field
 */
export function createSubscription({ policy, sealSecret, storeSubscription }: Dependencies) {
  return async (
    request: CreateSubscriptionRequest,
  ): Promise<{ readonly subscription: Subscription; readonly secret: string }> => {
    // Of this clock to the millisecond, as the times of events are: Postgres' microseconds would
    // make an event that follows within the millisecond look older than the subscription.
    const at = new Date()
    const subscription: Subscription = {
      id: newId('webhook'),
      companyId: request.companyId,
      url: receiverUrl(request.url, policy),
      events: eventNames(request.events),
      active: request.active,
      createdAt: at,
      modifiedAt: at,
    }
    const secret = newSecret()
    await storeSubscription(subscription, sealSecret(secret, subscription.id))
    return { subscription, secret }
  }
}
