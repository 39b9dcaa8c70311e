import type { Subscription } from '@invoicing/contracts/gen/webhooks/v1/webhooks'
import type { EventName } from '../domain/event-names.ts'
import type { SealedSecret } from '../domain/secret-box.ts'

/** Encrypts a signing secret for one subscription. */
export type SealSecret = (secret: string, subscriptionId: string) => SealedSecret

/** Stores a new subscription at the head of its company's list; it counts as active since its creation. */
export type StoreSubscription = (subscription: Subscription, secret: SealedSecret) => Promise<void>

/** What changes in a subscription; what is undefined stays. */
export interface SubscriptionChange {
  readonly companyId: string
  readonly id: string
  readonly url: string | undefined
  readonly events: readonly EventName[] | undefined
  readonly active: boolean | undefined
  readonly at: Date
}

/**
 * Changes a subscription. One that turns active is active since then; one that already was stays
 * active since when it was.
 *
 * @returns undefined when the company has no such subscription
 */
export type ChangeSubscription = (change: SubscriptionChange) => Promise<Subscription | undefined>
