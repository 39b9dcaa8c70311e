import { newId } from '@invoicing/contracts'
import type pg from 'pg'

/** A body of 26 digits, as ids have one. */
const ID = "'inv_' || lpad((place.first + n)::text, 13, '0') || right($1, 13)"

/**
 * Puts invoices at the head of a company's list without the services that CreateInvoice calls.
 *
 * @returns their ids, the oldest first
 */
export async function someInvoices(
  db: pg.Pool,
  wanted: { companyId: string; clientId?: string; count: number; lines?: number },
): Promise<string[]> {
  const { companyId, clientId = newId('client'), count, lines = 1 } = wanted
  const { rows } = await db.query<{ id: string }>(
    `WITH place AS (
       UPDATE list_sequences SET last = last + $3 WHERE company_id = $1 AND list = 'invoices'
       RETURNING last - $3 AS first
     ), invoice AS (
       INSERT INTO invoices (
         id, company_id, seq, invoice_number, client_id, status, issue_date, due_date, currency, subtotal,
         vat_amount, vat_percentage, total, version, note_blocks, client_snapshot, company_snapshot,
         created_at, modified_at
       )
       SELECT ${ID}, $1, place.first + n, 'INV-' || n, $2, 'Draft', '2026-01-01', '2026-01-08', 'EUR',
         100, 20, 20, 120, 1, '{}', '', '', '2026-01-01', '2026-01-01'
       FROM place, generate_series(1, $3::int) n
       RETURNING id, seq
     ), line AS (
       INSERT INTO invoice_lines
       SELECT i.id, n, 'li_' || i.id || '_' || n, NULL, 'Design', 1, NULL, 100, 20, 100, 20, 120
       FROM invoice i, generate_series(1, $4::int) n
     )
     SELECT id FROM invoice ORDER BY seq`,
    [companyId, clientId, count, lines],
  )
  return rows.map(({ id }) => id)
}
