import type { Pool } from '@invoicing/chassis'

/** Marks an invoice's number as used, once for each event, in one statement. */
export async function confirmAllocation(pool: Pool, eventId: string, invoiceId: string): Promise<void> {
  await pool.query({
    name: 'confirm-allocation',
    text: `
      WITH consumed AS (
        INSERT INTO consumed_events (event_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING event_id
      )
      UPDATE allocations SET confirmed_at = now()
      WHERE invoice_id = $2 AND confirmed_at IS NULL AND EXISTS (SELECT FROM consumed)`,
    values: [eventId, invoiceId],
  })
}
