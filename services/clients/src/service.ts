import { assemble, type RunningService } from '@invoicing/chassis'
import { ClientsServiceService } from '@invoicing/contracts/gen/clients/v1/clients'
import { moderatorOf } from '@invoicing/moderation'
import { createMongoClient } from './adapters/mongo/connection.ts'
import { insertClient } from './adapters/mongo/insert-client.ts'
import { openDatabase } from './adapters/mongo/open-database.ts'
import { approveReview, closeReview, insertReview, rejectReview } from './adapters/mongo/reviews.ts'
import { createClient } from './app/create-client.ts'
import { resolveReview } from './app/resolve-review.ts'
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
    const app = {
      createClient: createClient({
        moderator: moderatorOf(config, assembly.log),
        insertClient: insertClient(db),
        insertReview: insertReview(db),
        now,
      }),
      resolveReview: resolveReview({
        approveReview: approveReview(db),
        rejectReview: rejectReview(db),
        closeReview: closeReview(db),
        insertClient: insertClient(db),
        now,
      }),
    }
    assembly.serve(ClientsServiceService, clientsApi({ app, db, log: assembly.log }))
  })
}
