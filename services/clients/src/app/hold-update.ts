import { flagged, newId, notFound } from '@invoicing/contracts'
import type { ClientFields } from '@invoicing/contracts/gen/clients/v1/clients'
import type { ClientChange } from '../domain/change.ts'
import type { Client } from '../domain/client.ts'
import { reviewOfUpdate } from '../domain/review.ts'
import type {
  Clock,
  CloseReview,
  FlagClient,
  InsertReview,
  OpenReview,
  UnflagClient,
} from './dependencies.ts'

export interface Dependencies {
  readonly insertReview: InsertReview
  readonly openReview: OpenReview
  readonly closeReview: CloseReview
  readonly flagClient: FlagClient
  readonly unflagClient: UnflagClient
  readonly now: Clock
}

interface FlaggedUpdate {
  readonly change: ClientChange
  /** The client as it would be. */
  readonly fields: ClientFields
}

/**
 * Keeps a flagged update for review and flags its client, which stays as it is otherwise. The review is
 * shown last: nobody decides on one whose client is not flagged yet.
 *
 * @throws AppError content_flagged when it is kept, not_found when the client is gone meanwhile
 */
export function holdUpdate(deps: Dependencies) {
  return async (client: Client, update: FlaggedUpdate, names: readonly string[]): Promise<never> => {
    const review = reviewOfUpdate(newId('review'), client, update, names, deps.now())
    await deps.insertReview(review)
    if (!(await showReview(deps)(client.id, review.id))) throw notFound('Client not found')
    throw flagged(`The change was sent for manual review because of its ${names.join(', ')}`)
  }
}

/** Flags a client by a pending review and shows the review, or drops it with a client that is gone. */
export function showReview(deps: Omit<Dependencies, 'insertReview' | 'now'>) {
  return async (clientId: string, reviewId: string): Promise<boolean> => {
    if (!(await deps.flagClient(clientId, reviewId))) {
      await deps.closeReview(reviewId)
      return false
    }
    // Somebody else may have shown it, and somebody decided on it: then the flag came too late.
    if (!(await deps.openReview(reviewId))) await deps.unflagClient(clientId, reviewId)
    return true
  }
}
