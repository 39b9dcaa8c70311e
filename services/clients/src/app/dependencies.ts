import type { Client } from '../domain/client.ts'
import type { Review } from '../domain/review.ts'

export type Clock = () => Date

/** Stores a client. One whose id is stored already stays as it is, and is what comes back. */
export type InsertClient = (client: Client) => Promise<Client>

export type InsertReview = (review: Review) => Promise<void>

/** Marks a review as approved, from when on nobody can reject it; again, it changes nothing. */
export type ApproveReview = (reviewId: string) => Promise<Review | undefined>

/** Drops a review unless it is approved, in one step. */
export type RejectReview = (reviewId: string) => Promise<'rejected' | 'approved' | 'missing'>

/** Removes a review whose write has been applied. */
export type CloseReview = (reviewId: string) => Promise<void>
