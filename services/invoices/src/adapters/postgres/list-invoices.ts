import type { Pool } from '@invoicing/chassis'
import type { Invoice } from '@invoicing/contracts/gen/invoices/v1/invoice'
import { INVOICE_COLUMNS, type InvoiceRow, invoiceOf } from './invoice-columns.ts'
import { listPage, type Page, type PageRequest } from './list-page.ts'

/** A page of a company's invoices. */
export async function listInvoices(pool: Pool, request: PageRequest): Promise<Page<Invoice>> {
  const page = await listPage<InvoiceRow>(pool, 'invoices', INVOICE_COLUMNS, request)
  return { ...page, rows: page.rows.map(invoiceOf) }
}
