import type { Db } from 'mongodb'
import type { Review } from '../../domain/review.ts'
import { QUERY_MS } from './connection.ts'
import { reviewOf, reviewsIn } from './documents.ts'

/** The reviews that wait, oldest first, from behind the position on: of one company, or of all. */
export async function listReviews(
  db: Db,
  companyId: string | undefined,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<{ reviews: Review[]; next: string | undefined }> {
  const documents = await reviewsIn(db)
    .find(
      {
        state: { $ne: 'pending' },
        ...(companyId === undefined ? {} : { company: companyId }),
        ...(after === undefined ? {} : { _id: { $gt: after } }),
      },
      { maxTimeMS: QUERY_MS },
    )
    .sort({ _id: 1 })
    .limit(limit + 1)
    .toArray()
  const page = documents.slice(0, limit)
  return { reviews: page.map(reviewOf), next: documents.length > limit ? page.at(-1)?._id : undefined }
}
