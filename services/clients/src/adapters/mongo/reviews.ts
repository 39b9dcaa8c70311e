import type { Db } from 'mongodb'
import type {
  CloseReview,
  DecideReview,
  InsertReview,
  OpenReview,
  PendingReviews,
} from '../../app/dependencies.ts'
import { QUERY_MS } from './connection.ts'
import { reviewDocument, reviewOf, reviewsIn } from './documents.ts'

export function insertReview(db: Db): InsertReview {
  return async (review) => {
    await reviewsIn(db).insertOne(reviewDocument(review))
  }
}

export function openReview(db: Db): OpenReview {
  return async (reviewId) => {
    const { matchedCount } = await reviewsIn(db).updateOne(
      { _id: reviewId, state: 'pending' },
      { $set: { state: 'open' } },
    )
    return matchedCount === 1
  }
}

export function decideReview(db: Db): DecideReview {
  const reviews = reviewsIn(db)
  return async (reviewId, decision) => {
    const document = await reviews.findOneAndUpdate(
      { _id: reviewId, state: { $in: ['open', decision] } },
      { $set: { state: decision } },
      { returnDocument: 'after' },
    )
    if (document !== null) return reviewOf(document)
    // Only the reason is looked up afterwards; the decision was the one statement above.
    const other = await reviews.findOne({ _id: reviewId, state: { $ne: 'pending' } })
    return other === null ? 'missing' : 'decided otherwise'
  }
}

export function closeReview(db: Db): CloseReview {
  return async (reviewId) => {
    const { deletedCount } = await reviewsIn(db).deleteOne({ _id: reviewId })
    return deletedCount === 1
  }
}

/** Read along the list of reviews, which is short: people empty it. */
export function pendingReviews(db: Db): PendingReviews {
  return async (createdBefore, most) => {
    const documents = await reviewsIn(db)
      .find({ state: 'pending', created_at: { $lt: createdBefore } }, { maxTimeMS: QUERY_MS })
      .limit(most)
      .toArray()
    return documents.map(reviewOf)
  }
}
