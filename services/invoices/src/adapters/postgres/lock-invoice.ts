import type { PoolClient } from '@invoicing/chassis'
import {
  ClientSnapshot,
  CompanySnapshot,
  type Invoice,
  type LineItem,
} from '@invoicing/contracts/gen/invoices/v1/invoice'
import { INVOICE_COLUMNS, type InvoiceRow, invoiceOf } from './invoice-columns.ts'
import { LINES_COLUMN, type LineRow, lineOf } from './line-columns.ts'

/** An invoice with all that its events carry. */
export interface StoredInvoice {
  readonly invoice: Invoice
  readonly lines: readonly LineItem[]
  readonly client: ClientSnapshot
  readonly company: CompanySnapshot
}

interface Row extends InvoiceRow {
  lines: LineRow[]
  client_snapshot: Uint8Array
  company_snapshot: Uint8Array
}

/**
 * Waits until no other transaction changes the invoice, keeps others off until this one ends, and
 * reads it. Undefined for an unknown id and for an invoice of another company.
 *
 * Two statements, because one that waits for a row reads all else as it was before the wait: the
 * lines would be those from before the change that it waited for.
 */
export async function lockInvoice(
  client: PoolClient,
  companyId: string,
  invoiceId: string,
): Promise<StoredInvoice | undefined> {
  const { rowCount } = await client.query({
    name: 'lock-invoice',
    text: 'SELECT FROM invoices WHERE id = $1 AND company_id = $2 FOR UPDATE',
    values: [invoiceId, companyId],
  })
  if (rowCount === 0) return undefined
  const { rows } = await client.query<Row>({
    name: 'read-locked-invoice',
    text: `
      SELECT ${INVOICE_COLUMNS}, i.client_snapshot, i.company_snapshot, ${LINES_COLUMN}
      FROM invoices i WHERE i.id = $1`,
    values: [invoiceId],
  })
  const [row] = rows
  return (
    row && {
      invoice: invoiceOf(row),
      lines: row.lines.map(lineOf),
      client: ClientSnapshot.decode(row.client_snapshot),
      company: CompanySnapshot.decode(row.company_snapshot),
    }
  )
}
