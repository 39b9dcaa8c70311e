import type { Pool } from '@invoicing/chassis'
import type { AllocateNumbers } from '../../app/dependencies.ts'

interface Row {
  invoice: string
  allocated: number
  printed: string
}

/** One round trip, whatever the number of invoices; the rules are in migrations/0001_sequences.sql. */
export function allocateNumbers(pool: Pool): AllocateNumbers {
  return async (companyId, invoiceIds) => {
    const { rows } = await pool.query<Row>({
      name: 'allocate-numbers',
      text: 'SELECT invoice, allocated, printed FROM allocate_numbers($1, $2)',
      values: [companyId, invoiceIds],
    })
    return rows.map((row) => ({ invoiceId: row.invoice, number: row.allocated, invoiceNumber: row.printed }))
  }
}
