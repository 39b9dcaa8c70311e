import { assemble, type RunningService } from '@invoicing/chassis'
import { ClientsServiceService } from '@invoicing/contracts/gen/clients/v1/clients'
import { moderatorOf } from '@invoicing/moderation'
import { createMongoClient } from './adapters/mongo/connection.ts'
import { findClient } from './adapters/mongo/find-client.ts'
import { flagClient, unflagClient } from './adapters/mongo/flag-client.ts'
import { insertClient } from './adapters/mongo/insert-client.ts'
import { openDatabase } from './adapters/mongo/open-database.ts'
import { closeReview, decideReview, insertReview, openReview } from './adapters/mongo/reviews.ts'
import { storeChange } from './adapters/mongo/store-change.ts'
import { createClient } from './app/create-client.ts'
import { holdUpdate } from './app/hold-update.ts'
import { resolveReview } from './app/resolve-review.ts'
import { updateClient } from './app/update-client.ts'
import type { Config } from './config.ts'
import { clientsApi } from './entrypoints/grpc.ts'

/** Puts the clients service together: the only place that knows which adapter serves what. */
export function buildService(config: Config): Promise<RunningService> {
  return assemble('clients', config, async (assembly) => {
    const mongo = createMongoClient(config.MONGODB_URL, assembly.name)
    assembly.onStop(() => mongo.close())
    const db = await openDatabase(mongo, config.MONGODB_DATABASE, assembly.log)
    assembly.needs('mongodb', () => db.command({ ping: 1 }))

    const now = () => new Date()
    const moderator = moderatorOf(config, assembly.log)
    const store = {
      findClient: findClient(db),
      insertClient: insertClient(db),
      storeChange: storeChange(db),
      flagClient: flagClient(db),
      unflagClient: unflagClient(db),
      insertReview: insertReview(db),
      openReview: openReview(db),
      decideReview: decideReview(db),
      closeReview: closeReview(db),
      now,
    }
    const app = {
      createClient: createClient({ ...store, moderator }),
      updateClient: updateClient({ ...store, moderator, holdUpdate: holdUpdate(store) }),
      resolveReview: resolveReview(store),
    }
    assembly.serve(ClientsServiceService, clientsApi({ app, db, log: assembly.log }))
  })
}
