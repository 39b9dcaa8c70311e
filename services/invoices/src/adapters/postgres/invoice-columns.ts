import { statusName } from '@invoicing/contracts'
import { type Invoice, InvoiceStatus, NoteBlocks } from '@invoicing/contracts/gen/invoices/v1/invoice'
import { amount } from './amount.ts'

/**
 * The columns of invoices (alias `i`) that make up an Invoice, its line ids among them: one
 * index-only look-up an invoice inside the same statement, not a query each.
 */
export const INVOICE_COLUMNS = `
  i.id, i.company_id, i.seq, i.invoice_number, i.client_id, i.status, i.issue_date, i.due_date, i.currency,
  i.subtotal, i.vat_amount, i.vat_percentage, i.total, i.version, i.note_blocks, i.pdf_token, i.pdf_size_bytes,
  i.payment_id, i.payment_reference_number, i.receipt_token, i.created_at, i.modified_at,
  ARRAY(SELECT l.id FROM invoice_lines l WHERE l.invoice_id = i.id ORDER BY l.position) AS line_item_ids`

/** A row of INVOICE_COLUMNS. */
export interface InvoiceRow {
  id: string
  company_id: string
  seq: number
  invoice_number: string
  client_id: string
  status: StatusName
  issue_date: string
  due_date: string
  currency: string
  subtotal: string
  vat_amount: string
  vat_percentage: string
  total: string
  version: number
  note_blocks: Partial<NoteBlocks>
  pdf_token: string | null
  pdf_size_bytes: number | null
  payment_id: string | null
  payment_reference_number: string | null
  receipt_token: string | null
  created_at: Date
  modified_at: Date
  line_item_ids: string[]
}

type StatusName = ReturnType<typeof statusName>

const STATUSES: Readonly<Record<StatusName, InvoiceStatus>> = {
  Draft: InvoiceStatus.INVOICE_STATUS_DRAFT,
  Sent: InvoiceStatus.INVOICE_STATUS_SENT,
  Paid: InvoiceStatus.INVOICE_STATUS_PAID,
  Canceled: InvoiceStatus.INVOICE_STATUS_CANCELED,
}

/** The invoice of a row, equal in every byte to what created or changed it. */
export function invoiceOf(row: InvoiceRow): Invoice {
  return {
    id: row.id,
    companyId: row.company_id,
    invoiceNumber: row.invoice_number,
    clientId: row.client_id,
    status: STATUSES[row.status],
    issueDate: row.issue_date,
    dueDate: row.due_date,
    currency: row.currency,
    subtotal: amount(row.subtotal),
    vatAmount: amount(row.vat_amount),
    vatPercentage: amount(row.vat_percentage),
    total: amount(row.total),
    lineItemIds: row.line_item_ids,
    version: row.version,
    pdf:
      row.pdf_token === null || row.pdf_size_bytes === null
        ? undefined
        : { token: row.pdf_token, sizeBytes: row.pdf_size_bytes },
    noteBlocks: NoteBlocks.fromPartial(row.note_blocks),
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    paymentId: row.payment_id ?? undefined,
    receiptToken: row.receipt_token ?? undefined,
    paymentReferenceNumber: row.payment_reference_number ?? '',
  }
}

/** An invoice as the columns of its row, for json_populate_recordset; seq is the caller's. */
export function invoiceColumns(invoice: Invoice): Record<string, unknown> {
  return {
    id: invoice.id,
    company_id: invoice.companyId,
    invoice_number: invoice.invoiceNumber,
    client_id: invoice.clientId,
    status: statusName(invoice.status),
    issue_date: invoice.issueDate,
    due_date: invoice.dueDate,
    currency: invoice.currency,
    subtotal: invoice.subtotal,
    vat_amount: invoice.vatAmount,
    vat_percentage: invoice.vatPercentage,
    total: invoice.total,
    version: invoice.version,
    note_blocks: invoice.noteBlocks ?? {},
    created_at: invoice.createdAt,
    modified_at: invoice.modifiedAt,
  }
}
