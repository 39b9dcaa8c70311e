import { conflict, notFound, unavailable } from '@invoicing/contracts'
import { approvedFields, type ClientChange } from '../domain/change.ts'
import { type Client, newClient } from '../domain/client.ts'
import type { Review } from '../domain/review.ts'
import type {
  Clock,
  CloseReview,
  DecideReview,
  FindClient,
  InsertClient,
  StoreChange,
  UnflagClient,
} from './dependencies.ts'

interface Dependencies {
  readonly decideReview: DecideReview
  readonly closeReview: CloseReview
  readonly findClient: FindClient
  readonly insertClient: InsertClient
  readonly storeChange: StoreChange
  readonly unflagClient: UnflagClient
  readonly now: Clock
}

/** Changes of one client that overtake an approved one, at the most. */
const ATTEMPTS = 20

const missing = () => notFound('Review not found')

/**
 * Applies or drops the write that a review holds (contract, "Review").
 *
 * There is no transaction here: deciding marks the review, applies the write, and removes the review,
 * each step a change of one document that may be done twice. After a crash in between the review is
 * still listed, and deciding the same again finishes the work. The mark comes first so that the other
 * decision, which passes over marked reviews, cannot come between the steps.
 *
 * A create is inserted under the id that the review holds, an update is made only while its client is
 * flagged by the review: two approvals at once, or one after a crash, make one client or one change.
 */
export function resolveReview(dependencies: Dependencies) {
  const { decideReview, closeReview, findClient, insertClient, storeChange, unflagClient, now } = dependencies

  const decide = async (reviewId: string, decision: 'approved' | 'rejected'): Promise<Review> => {
    const review = await decideReview(reviewId, decision)
    if (review === 'missing') throw missing()
    if (review !== 'decided otherwise') return review
    const [done, again] = decision === 'approved' ? ['rejected', 'reject'] : ['approved', 'approve']
    throw conflict(`The review has been ${done} already; ${again} it again to finish`)
  }

  const applyUpdate = async (review: Review, change: ClientChange): Promise<Client | undefined> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const client = await findClient(review.companyId, review.clientId)
      if (client === undefined || !client.reviewIds.includes(review.id)) return client
      const reviewIds = client.reviewIds.filter((id) => id !== review.id)
      const changed = {
        ...client,
        fields: approvedFields(client, change),
        reviewIds,
        flagged: reviewIds.length > 0,
        revision: client.revision + 1,
        modifiedAt: now(),
      }
      if (await storeChange(changed, review.id)) return changed
    }
    throw unavailable(new Error(`${ATTEMPTS} other changes of ${review.clientId} came first`))
  }

  return {
    /** @throws AppError not_found for a review that is gone, conflict for one that is being rejected */
    async approve(reviewId: string): Promise<Client> {
      const review = await decide(reviewId, 'approved')
      const client =
        review.change === undefined
          ? await insertClient(newClient(review.clientId, review.companyId, review.fields, now()))
          : await applyUpdate(review, review.change)
      await closeReview(reviewId)
      // Deleting a client drops its reviews; this one was on its way.
      if (client === undefined) throw missing()
      return client
    },

    /**
     * @returns the client as it stays; undefined for a create
     * @throws AppError not_found for a review that is gone, conflict for one that is being approved
     */
    async reject(reviewId: string): Promise<Client | undefined> {
      const { change, clientId, companyId } = await decide(reviewId, 'rejected')
      if (change !== undefined) await unflagClient(clientId, reviewId)
      if (!(await closeReview(reviewId))) throw missing()
      return change === undefined ? undefined : findClient(companyId, clientId)
    },
  }
}
