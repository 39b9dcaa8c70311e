import type { Db } from 'mongodb'
import type { ApproveReview, CloseReview, InsertReview, RejectReview } from '../../app/dependencies.ts'
import { reviewDocument, reviewOf, reviewsIn } from './documents.ts'

export function insertReview(db: Db): InsertReview {
  return async (review) => {
    await reviewsIn(db).insertOne(reviewDocument(review))
  }
}

export function approveReview(db: Db): ApproveReview {
  return async (reviewId) => {
    const document = await reviewsIn(db).findOneAndUpdate(
      { _id: reviewId },
      { $set: { state: 'approved' } },
      { returnDocument: 'after' },
    )
    return document === null ? undefined : reviewOf(document)
  }
}

export function rejectReview(db: Db): RejectReview {
  const reviews = reviewsIn(db)
  return async (reviewId) => {
    const { deletedCount } = await reviews.deleteOne({ _id: reviewId, state: 'open' })
    if (deletedCount === 1) return 'rejected'
    // Only the reason is looked up afterwards; the decision was the one statement above.
    return (await reviews.findOne({ _id: reviewId })) === null ? 'missing' : 'approved'
  }
}

export function closeReview(db: Db): CloseReview {
  return async (reviewId) => {
    await reviewsIn(db).deleteOne({ _id: reviewId })
  }
}
