import { Peer } from '@invoicing/chassis'
import { newId } from '@invoicing/contracts'
import {
  type CreateSubscriptionRequest,
  WebhooksServiceClient,
} from '@invoicing/contracts/gen/webhooks/v1/webhooks'
import { freshDatabase } from '@invoicing/testkit'
import pg from 'pg'
import { loadConfig } from '../src/config.ts'
import { buildService } from '../src/service.ts'

export const MIGRATIONS = `${import.meta.dirname}/../migrations`

/**
 * Nothing listens there. Subscriptions do without the bus; on one that is shared, this service
 * would take events away from the tests of its consumer.
 */
const NOWHERE = 'nats://127.0.0.1:9'

export interface Surroundings {
  /** A database to share with another replica; unless told, one of its own. */
  readonly databaseUrl?: string
  readonly secretKeys?: string
  readonly allowedCidrs?: string
}

/** The service as it runs, with its gRPC API as functions and the database beneath. */
export async function startWebhooks(surroundings: Surroundings = {}) {
  const databaseUrl = surroundings.databaseUrl ?? (await freshDatabase(MIGRATIONS)).url
  const service = await buildService(
    loadConfig({
      GRPC_ADDRESS: '127.0.0.1:0',
      LOG_LEVEL: 'silent',
      DATABASE_URL: databaseUrl,
      NATS_URL: NOWHERE,
      WEBHOOK_SECRET_KEYS: surroundings.secretKeys ?? '11'.repeat(32),
      WEBHOOK_ALLOWED_CIDRS: surroundings.allowedCidrs,
    }),
  )
  const peer = new Peer(WebhooksServiceClient, service.grpcAddress)
  const createSubscription = peer.unary((client) => client.createSubscription)
  const db = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  return {
    databaseUrl,
    createSubscription,
    getSubscription: peer.unary((client) => client.getSubscription),
    listSubscriptions: peer.unary((client) => client.listSubscriptions),
    updateSubscription: peer.unary((client) => client.updateSubscription),
    deleteSubscription: peer.unary((client) => client.deleteSubscription),
    /** The ids of new subscriptions, one after the other. */
    async someSubscriptions(companyId: string, count: number): Promise<string[]> {
      const ids: string[] = []
      for (let n = 0; n < count; n += 1) {
        const { subscription } = await createSubscription(someSubscription(companyId))
        ids.push(subscription?.id ?? '')
      }
      return ids
    },
    /** The database beneath, for what the API does not show. */
    db,
    async stop() {
      peer.close()
      await service.stop()
      await db.end()
    },
  }
}

export type WebhooksUnderTest = Awaited<ReturnType<typeof startWebhooks>>

export const someSubscription = (
  companyId: string = newId('company'),
  fields: Partial<CreateSubscriptionRequest> = {},
): CreateSubscriptionRequest => ({
  companyId,
  url: 'https://hooks.example.com/invoices',
  events: ['invoice.created'],
  active: true,
  ...fields,
})
