import type { Pool } from '@invoicing/chassis'
import type { Outbox } from '../../app/dependencies.ts'

/** How soon an event that could not be published may be tried again. */
const RETRY_SECONDS = 1

/** Ends claims in one statement: published for good, or free again a little later. */
export function settleEvents(pool: Pool): Outbox['settle'] {
  return async (publishedIds, failedIds) => {
    await pool.query({
      name: 'settle-events',
      text: `
        UPDATE outbox SET
          published_at = CASE WHEN id = ANY ($1) THEN now() END,
          claimed_until = CASE WHEN id = ANY ($2) THEN now() + make_interval(secs => $3) END
        WHERE id = ANY ($1::text[] || $2::text[]) AND published_at IS NULL`,
      values: [publishedIds, failedIds, RETRY_SECONDS],
    })
  }
}
