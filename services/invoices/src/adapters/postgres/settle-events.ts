import type { Pool } from '@invoicing/chassis'
import { invoiceSubjectFilter } from '@invoicing/contracts'
import type { Outbox } from '../../app/dependencies.ts'

/** How soon an event that could not be published may be tried again. */
const RETRY_SECONDS = 1

/** Subjects that tell of a deletion, for LIKE. */
const DELETIONS = invoiceSubjectFilter('deleted').replace('>', '%')

/**
 * Ends claims in one statement: published for good, or free again a little later. With the deletion
 * of an invoice go those of its events that were still on their way before it.
 */
export function settleEvents(pool: Pool): Outbox['settle'] {
  return async (publishedIds, failedIds) => {
    await pool.query({
      name: 'settle-events',
      text: `
        WITH settled AS (
          UPDATE outbox SET
            published_at = CASE WHEN id = ANY ($1) THEN now() END,
            claimed_until = CASE WHEN id = ANY ($2) THEN now() + make_interval(secs => $3) END
          WHERE id = ANY ($1::text[] || $2::text[]) AND published_at IS NULL
          RETURNING id, invoice_id, subject, published_at
        )
        DELETE FROM outbox o USING settled
        WHERE o.discard AND o.invoice_id = settled.invoice_id AND o.id <> settled.id
          AND settled.published_at IS NOT NULL AND settled.subject LIKE $4`,
      values: [publishedIds, failedIds, RETRY_SECONDS, DELETIONS],
    })
  }
}
