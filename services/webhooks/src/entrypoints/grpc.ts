import { handlerKit, type Logger, type Pool } from '@invoicing/chassis'
import { isId, notFound } from '@invoicing/contracts'
import type {
  CreateSubscriptionRequest,
  Subscription,
  UpdateSubscriptionRequest,
  WebhooksServiceServer,
} from '@invoicing/contracts/gen/webhooks/v1/webhooks'
import { deleteSubscription } from '../adapters/postgres/delete-subscription.ts'
import { getSubscription } from '../adapters/postgres/get-subscription.ts'
import { listSubscriptions } from '../adapters/postgres/list-subscriptions.ts'
import { pageRequest } from './page-request.ts'

interface Dependencies {
  readonly app: {
    createSubscription(
      request: CreateSubscriptionRequest,
    ): Promise<{ readonly subscription: Subscription; readonly secret: string }>
    updateSubscription(request: UpdateSubscriptionRequest): Promise<Subscription>
  }
  readonly pool: Pool
  readonly log: Logger
}

export function webhooksApi({ app, pool, log }: Dependencies): WebhooksServiceServer {
  const { unary } = handlerKit(log)
  return {
    createSubscription: unary((request) => app.createSubscription(request)),
    getSubscription: unary(async ({ companyId, subscriptionId: id }) => {
      const subscription = isId('webhook', id) ? await getSubscription(pool, companyId, id) : undefined
      if (subscription === undefined) throw notFound('Webhook not found')
      return { subscription }
    }),
    listSubscriptions: unary(async (request) => {
      const { subscriptions, remaining, next } = await listSubscriptions(pool, pageRequest(request))
      return { subscriptions, remaining, next: next?.toString() }
    }),
    updateSubscription: unary(async (request) => ({ subscription: await app.updateSubscription(request) })),
    deleteSubscription: unary(async ({ companyId, subscriptionId: id }) => {
      if (!isId('webhook', id) || !(await deleteSubscription(pool, companyId, id))) {
        throw notFound('Webhook not found')
      }
      return {}
    }),
  }
}
