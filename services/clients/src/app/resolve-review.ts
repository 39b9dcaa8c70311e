import { conflict, notFound } from '@invoicing/contracts'
import { type Client, newClient } from '../domain/client.ts'
import type { ApproveReview, Clock, CloseReview, InsertClient, RejectReview } from './dependencies.ts'

interface Dependencies {
  readonly approveReview: ApproveReview
  readonly rejectReview: RejectReview
  readonly closeReview: CloseReview
  readonly insertClient: InsertClient
  readonly now: Clock
}

const missing = () => notFound('Review not found')

/**
 * Applies or drops the write that a review holds (contract, "Review").
 *
 * There is no transaction here: approving marks the review, inserts the client under the id that the
 * review holds, and removes the review, each step a change of one document that may be done twice.
 * After a crash in between the review is still listed, and approving it again finishes the work; two
 * approvals at once make one client. The mark comes first so that a rejection, which takes only
 * unmarked reviews, cannot pass between the steps.
 */
export function resolveReview(dependencies: Dependencies) {
  const { approveReview, rejectReview, closeReview, insertClient, now } = dependencies
  return {
    /** @throws AppError not_found for a review that is gone */
    async approve(reviewId: string): Promise<Client> {
      const review = await approveReview(reviewId)
      if (review === undefined) throw missing()
      const client = await insertClient(newClient(review.clientId, review.companyId, review.fields, now()))
      await closeReview(reviewId)
      return client
    },

    /** @throws AppError not_found for a review that is gone, conflict for one that is being approved */
    async reject(reviewId: string): Promise<void> {
      const outcome = await rejectReview(reviewId)
      if (outcome === 'missing') throw missing()
      if (outcome === 'approved')
        throw conflict('The review has been approved already; approve it again to finish')
    },
  }
}
