import type { Pool } from '@invoicing/chassis'

/**
 * Enters the number of a deleted invoice in the ledger, once for each event, in one statement. The
 * reservation is settled by it too: the number was shown, so it must not go out again, even where
 * the event of the creation was cleared off the bus before it came here.
 *
 * @param deletedAt when the invoice was deleted
 */
export async function recordDeletion(
  pool: Pool,
  eventId: string,
  invoiceId: string,
  deletedAt: Date,
): Promise<void> {
  await pool.query({
    name: 'record-deletion',
    text: `
      WITH consumed AS (
        INSERT INTO consumed_events (event_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING event_id
      ), settled AS (
        UPDATE allocations SET confirmed_at = coalesce(confirmed_at, now())
        WHERE invoice_id = $2 AND EXISTS (SELECT FROM consumed)
        RETURNING company_id, number, invoice_number, invoice_id
      )
      INSERT INTO number_ledger (company_id, number, invoice_number, invoice_id, deleted_at)
      SELECT company_id, number, invoice_number, invoice_id, $3 FROM settled
      ON CONFLICT DO NOTHING`,
    values: [eventId, invoiceId, deletedAt],
  })
}
