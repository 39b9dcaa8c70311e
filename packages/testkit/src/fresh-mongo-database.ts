import { randomBytes } from 'node:crypto'
import { MongoClient } from 'mongodb'
import { givenUrl } from './given.ts'

/** A MongoDB database that one test file has for itself. */
export interface FreshMongoDatabase {
  /** The server's URL, without a database in it. */
  readonly url: string
  readonly name: string
  drop(): Promise<void>
}

const WITHIN_MS = 10_000

/** Names a database for one test file on the server of MONGODB_URL; it comes to be with its first document. */
export function freshMongoDatabase(): FreshMongoDatabase {
  const url = givenUrl('MONGODB_URL', 'mongodb')
  const name = `test_${randomBytes(8).toString('hex')}`
  return {
    url,
    name,
    drop: async () => {
      const client = new MongoClient(url, {
        serverSelectionTimeoutMS: WITHIN_MS,
        socketTimeoutMS: WITHIN_MS,
        maxPoolSize: 1,
      })
      try {
        await client.db(name).dropDatabase()
      } finally {
        await client.close()
      }
    },
  }
}
