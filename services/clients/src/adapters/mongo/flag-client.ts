import type { Db } from 'mongodb'
import type { FlagClient, UnflagClient } from '../../app/dependencies.ts'
import { clientsIn } from './documents.ts'

export function flagClient(db: Db): FlagClient {
  return async (clientId, reviewId) => {
    const { matchedCount } = await clientsIn(db).updateOne(
      { _id: clientId },
      { $addToSet: { reviews: reviewId } },
    )
    return matchedCount === 1
  }
}

export function unflagClient(db: Db): UnflagClient {
  return async (clientId, reviewId) => {
    await clientsIn(db).updateOne({ _id: clientId }, { $pull: { reviews: reviewId } })
  }
}
