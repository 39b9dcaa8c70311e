import { assemble, type RunningService } from '@invoicing/chassis'
import { ClientsServiceService } from '@invoicing/contracts/gen/clients/v1/clients'
import { moderatorOf } from '@invoicing/moderation'
import { createMongoClient } from './adapters/mongo/connection.ts'
import { beginDeletion, endDeletion, unfinishedDeletions } from './adapters/mongo/deletions.ts'
import { findClient } from './adapters/mongo/find-client.ts'
import { flagClient, unflagClient } from './adapters/mongo/flag-client.ts'
import { insertClient } from './adapters/mongo/insert-client.ts'
import { openDatabase } from './adapters/mongo/open-database.ts'
import { removeClient } from './adapters/mongo/remove-client.ts'
import {
  closeReview,
  decideReview,
  insertReview,
  openReview,
  pendingReviews,
} from './adapters/mongo/reviews.ts'
import { storeChange } from './adapters/mongo/store-change.ts'
import { invoicesPeer } from './adapters/peers/invoices.ts'
import { createClient } from './app/create-client.ts'
import { deleteClient, finishDeletion } from './app/delete-client.ts'
import { finishWrites } from './app/finish-writes.ts'
import { holdUpdate, showReview } from './app/hold-update.ts'
import { resolveReview } from './app/resolve-review.ts'
import { updateClient } from './app/update-client.ts'
import type { Config } from './config.ts'
import { clientsApi } from './entrypoints/grpc.ts'
import { startSweeper } from './entrypoints/sweeper.ts'

/** Puts the clients service together: the only place that knows which adapter serves what. */
export function buildService(config: Config): Promise<RunningService> {
  return assemble('clients', config, async (assembly) => {
    const mongo = createMongoClient(config.MONGODB_URL, assembly.name)
    assembly.onStop(() => mongo.close())
    const db = await openDatabase(mongo, config.MONGODB_DATABASE, assembly.log)
    assembly.needs('mongodb', () => db.command({ ping: 1 }))

    const invoices = invoicesPeer(config.INVOICES_ADDRESS)
    assembly.onStop(() => invoices.close())

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
      pendingReviews: pendingReviews(db),
      beginDeletion: beginDeletion(db),
      endDeletion: endDeletion(db),
      unfinishedDeletions: unfinishedDeletions(db),
      removeClient: removeClient(db),
      fenceClient: invoices.fenceClient,
      now,
    }
    const app = {
      createClient: createClient({ ...store, moderator }),
      updateClient: updateClient({ ...store, moderator, holdUpdate: holdUpdate(store) }),
      deleteClient: deleteClient(store),
      resolveReview: resolveReview(store),
    }
    const finish = finishWrites({
      ...store,
      finishDeletion: finishDeletion(store),
      showReview: showReview(store),
    })
    const sweeper = startSweeper(finish, { afterMs: config.UNFINISHED_AFTER_MS, log: assembly.log })
    assembly.onStop(() => sweeper.stop())
    assembly.serve(ClientsServiceService, clientsApi({ app, db, log: assembly.log }))
  })
}
