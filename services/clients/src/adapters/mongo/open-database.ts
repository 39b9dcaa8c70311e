import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@invoicing/chassis'
import type { Db, MongoClient } from 'mongodb'
import { clientsIn, reviewsIn } from './documents.ts'

/** Pauses between the attempts at start, in milliseconds; after the last attempt the start has failed. */
const PAUSES_MS = [250, 500, 1_000, 2_000]

/**
 * The database, with the indexes that the queries stand on; those that exist are left alone. A store
 * that is not there yet is tried again for some seconds, then the process ends and its supervisor
 * starts it anew.
 */
export async function openDatabase(
  mongo: MongoClient,
  name: string,
  log: Logger,
  pauses: readonly number[] = PAUSES_MS,
): Promise<Db> {
  for (const pause of pauses) {
    try {
      return await open(mongo, name)
    } catch (error) {
      log.warn({ err: error, retryInMs: pause }, 'the store is not ready')
      await delay(pause)
    }
  }
  return open(mongo, name)
}

async function open(mongo: MongoClient, name: string): Promise<Db> {
  // Explicit, since the driver does not connect by itself a second time when the first has failed.
  await mongo.connect()
  const db = mongo.db(name)
  await clientsIn(db).createIndex({ company: 1, _id: -1 })
  await reviewsIn(db).createIndex({ company: 1, _id: 1 })
  await reviewsIn(db).createIndex({ client: 1 })
  return db
}
