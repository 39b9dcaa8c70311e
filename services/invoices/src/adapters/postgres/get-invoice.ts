import type { Pool } from '@invoicing/chassis'
import type { Invoice } from '@invoicing/contracts/gen/invoices/v1/invoice'
import { INVOICE_COLUMNS, type InvoiceRow, invoiceOf } from './invoice-columns.ts'

/** Undefined for an unknown id and for an invoice of another company: nobody can tell the two apart. */
export async function getInvoice(
  pool: Pool,
  companyId: string,
  invoiceId: string,
): Promise<Invoice | undefined> {
  const { rows } = await pool.query<InvoiceRow>({
    name: 'get-invoice',
    text: `SELECT ${INVOICE_COLUMNS} FROM invoices i WHERE i.id = $1 AND i.company_id = $2`,
    values: [invoiceId, companyId],
  })
  return rows[0] && invoiceOf(rows[0])
}
