import { unavailable } from '@invoicing/contracts'
import { type Db, MongoServerError } from 'mongodb'
import type { InsertClient } from '../../app/dependencies.ts'
import { clientDocument, clientOf, clientsIn } from './documents.ts'

const DUPLICATE_KEY = 11_000

export function insertClient(db: Db): InsertClient {
  const clients = clientsIn(db)
  return async (client) => {
    try {
      await clients.insertOne(clientDocument(client))
      return client
    } catch (error) {
      if (!(error instanceof MongoServerError && error.code === DUPLICATE_KEY)) throw error
      const stored = await clients.findOne({ _id: client.id })
      if (stored === null) throw unavailable(error)
      return clientOf(stored)
    }
  }
}
