import type { Db, UpdateFilter } from 'mongodb'
import type { StoreChange } from '../../app/dependencies.ts'
import { type ClientDocument, clientsIn, fieldsDocument } from './documents.ts'

/**
 * Only what a change may touch is written: flags that are set meanwhile stay. A change out of a review
 * takes the review's flag in the same step, and so is made once, however often it is approved.
 */
export function storeChange(db: Db): StoreChange {
  return async ({ id, fields, revision, modifiedAt }, reviewId) => {
    const entries = Object.entries(fieldsDocument(fields))
    const cleared = entries.filter(([, value]) => value === undefined).map(([name]) => [name, ''])
    const update: UpdateFilter<ClientDocument> = {
      $set: { ...Object.fromEntries(entries), modified_at: modifiedAt, revision },
      ...(cleared.length > 0 && { $unset: Object.fromEntries(cleared) }),
      ...(reviewId !== undefined && { $pull: { reviews: reviewId } }),
    }
    const { matchedCount } = await clientsIn(db).updateOne(
      { _id: id, revision: revision - 1, ...(reviewId !== undefined && { reviews: reviewId }) },
      update,
    )
    return matchedCount === 1
  }
}
