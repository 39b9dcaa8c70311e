import type { FlagClient, PendingReviews, UnfinishedDeletions } from './dependencies.ts'

interface Dependencies {
  readonly unfinishedDeletions: UnfinishedDeletions
  readonly pendingReviews: PendingReviews
  readonly finishDeletion: (deletion: { id: string; companyId: string; clientId: string }) => Promise<unknown>
  readonly showReview: (...review: Parameters<FlagClient>) => Promise<unknown>
}

/** Writes of one kind that a round takes up at the most. */
const MOST = 100

/**
 * Finishes what a crash left half done: deletions, and reviews of updates whose client is not flagged
 * yet. Several processes may do so at once, and beside the request itself.
 *
 * @param before writes that began later may still be at work, and are left alone
 * @throws the first error: what stops one, such as a service that is away, stops the next
 */
export function finishWrites(deps: Dependencies) {
  return async (before: Date): Promise<number> => {
    const deletions = await deps.unfinishedDeletions(before, MOST)
    for (const deletion of deletions) await deps.finishDeletion(deletion)
    const reviews = await deps.pendingReviews(before, MOST)
    for (const review of reviews) await deps.showReview(review.clientId, review.id)
    return deletions.length + reviews.length
  }
}
