import { assemble, type RunningService, useBus, usePostgres } from '@invoicing/chassis'
import { WebhooksServiceService } from '@invoicing/contracts/gen/webhooks/v1/webhooks'
import { changeSubscription } from './adapters/postgres/change-subscription.ts'
import { storeSubscription } from './adapters/postgres/store-subscription.ts'
import { createSubscription } from './app/create-subscription.ts'
import { updateSubscription } from './app/update-subscription.ts'
import type { Config } from './config.ts'
import { addressPolicy } from './domain/address-policy.ts'
import { SecretBox } from './domain/secret-box.ts'
import { consumeInvoiceEvents } from './entrypoints/consumers.ts'
import { webhooksApi } from './entrypoints/grpc.ts'

const MIGRATIONS = `${import.meta.dirname}/../migrations`

/** Puts the webhooks service together: the only place that knows which adapter serves what. */
export function buildService(config: Config): Promise<RunningService> {
  return assemble('webhooks', config, async (assembly) => {
    const { log } = assembly
    const pool = await usePostgres(assembly, config.DATABASE_URL, MIGRATIONS)

    const link = useBus(assembly, config.NATS_URL)
    const consumer = consumeInvoiceEvents(link, pool, log)
    assembly.onStop(() => consumer.stop())

    const policy = addressPolicy(config.WEBHOOK_ALLOWED_CIDRS)
    const secrets = new SecretBox(config.WEBHOOK_SECRET_KEYS)
    const app = {
      createSubscription: createSubscription({
        policy,
        sealSecret: (secret, subscriptionId) => secrets.seal(secret, subscriptionId),
        storeSubscription: storeSubscription(pool),
      }),
      updateSubscription: updateSubscription({ policy, changeSubscription: changeSubscription(pool) }),
    }
    assembly.serve(WebhooksServiceService, webhooksApi({ app, pool, log }))
  })
}
