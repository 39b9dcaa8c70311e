import type { Client } from '../domain/client.ts'
import type { Deletion } from '../domain/deletion.ts'
import type { Review } from '../domain/review.ts'

export type Clock = () => Date

/** Undefined for an unknown client and for one of another company. */
export type FindClient = (companyId: string, clientId: string) => Promise<Client | undefined>

/** Stores a client. One whose id is stored already stays as it is, and is what comes back. */
export type InsertClient = (client: Client) => Promise<Client>

/**
 * Stores the fields of a changed client over the revision before its own; for a change out of a
 * review, only while the client is flagged by it, and takes that flag away.
 *
 * @returns whether the client stood at that revision, and so flagged
 */
export type StoreChange = (client: Client, reviewId?: string) => Promise<boolean>

/** Flags a client by a review; again, it changes nothing. @returns whether the client is there */
export type FlagClient = (clientId: string, reviewId: string) => Promise<boolean>

export type UnflagClient = (clientId: string, reviewId: string) => Promise<void>

/** Keeps a review; one of an update is pending, that is, nobody sees it, until it is opened. */
export type InsertReview = (review: Review) => Promise<void>

/** Shows a pending review. @returns whether there was one */
export type OpenReview = (reviewId: string) => Promise<boolean>

/** Marks a review as decided, from when on nobody can decide otherwise; again, it changes nothing. */
export type DecideReview = (
  reviewId: string,
  decision: 'approved' | 'rejected',
) => Promise<Review | 'missing' | 'decided otherwise'>

/** Removes a review. @returns whether it was there */
export type CloseReview = (reviewId: string) => Promise<boolean>

/** Pending reviews from before a moment, some of them. */
export type PendingReviews = (createdBefore: Date, most: number) => Promise<readonly Review[]>

/**
 * Makes sure that no invoice refers to a client, ever, unless some do now.
 *
 * @returns how many do, exactly; 0 when none will
 */
export type FenceClient = (companyId: string, clientId: string) => Promise<number>

/** Removes a client with its reviews. @returns whether it was there */
export type RemoveClient = (clientId: string) => Promise<boolean>

/** Notes that a client is being removed. @returns the id of the note */
export type BeginDeletion = (deletion: Deletion) => Promise<string>

/** Drops the note: the client is gone, or stays. */
export type EndDeletion = (deletionId: string) => Promise<void>

/** Deletions from before a moment that have not ended, some of them. */
export type UnfinishedDeletions = (
  startedBefore: Date,
  most: number,
) => Promise<readonly (Deletion & { readonly id: string })[]>
