import type { Db } from 'mongodb'
import type { RemoveClient } from '../../app/dependencies.ts'
import { clientsIn, reviewsIn } from './documents.ts'

/** The client first: a review that comes after it finds no client to flag, and goes by itself. */
export function removeClient(db: Db): RemoveClient {
  return async (clientId) => {
    const { deletedCount } = await clientsIn(db).deleteOne({ _id: clientId })
    await reviewsIn(db).deleteMany({ client: clientId })
    return deletedCount === 1
  }
}
