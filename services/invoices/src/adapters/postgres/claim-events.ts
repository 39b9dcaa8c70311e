import type { Pool } from '@invoicing/chassis'
import type { Outbox, OutboxEvent } from '../../app/dependencies.ts'

/** How long a claim keeps others off: well above what publishing a batch may take. */
export const CLAIM_SECONDS = 30

/**
 * Takes unpublished events that nobody else holds, those of older invoices first. Of each invoice
 * only the earliest unpublished one can be taken, so the next has to wait until that is on the
 * bus, whichever relay brings it there. Commit order is not position order: rows are found by
 * being unpublished, never by lying above the last one seen.
 */
export function claimEvents(pool: Pool): Outbox['claim'] {
  return async (most) => {
    const { rows } = await pool.query<OutboxEvent>({
      name: 'claim-events',
      text: `
        UPDATE outbox SET claimed_until = now() + make_interval(secs => $2)
        WHERE id IN (
          SELECT o.id FROM outbox o
          WHERE o.published_at IS NULL
            AND (o.claimed_until IS NULL OR o.claimed_until < now())
            AND NOT EXISTS (
              SELECT FROM outbox earlier
              WHERE earlier.invoice_id = o.invoice_id
                AND earlier.position < o.position
                AND earlier.published_at IS NULL
            )
          ORDER BY o.invoice_id, o.position
          LIMIT $1
          FOR UPDATE SKIP LOCKED
        )
        RETURNING id, subject, payload`,
      values: [most, CLAIM_SECONDS],
    })
    return rows
  }
}
