import { type Invoice, InvoiceStatus, type LineItem } from '../gen/invoices/v1/invoice.ts'
import { fileSize, invoiceFileName, receiptFileName } from './file-name.ts'
import { noteBlockFields } from './note-blocks.ts'
import { calendarDate, instant, jsonNumber, orNull } from './values.ts'

const STATUS_NAMES = {
  [InvoiceStatus.INVOICE_STATUS_DRAFT]: 'Draft',
  [InvoiceStatus.INVOICE_STATUS_SENT]: 'Sent',
  [InvoiceStatus.INVOICE_STATUS_PAID]: 'Paid',
  [InvoiceStatus.INVOICE_STATUS_CANCELED]: 'Canceled',
} as const

/** The status as the API spells it (specification 2.2). */
export function statusName(status: InvoiceStatus): (typeof STATUS_NAMES)[keyof typeof STATUS_NAMES] {
  if (status === InvoiceStatus.INVOICE_STATUS_UNSPECIFIED) throw new TypeError('an invoice needs a status')
  return STATUS_NAMES[status]
}

/**
 * An invoice as REST shows it and as webhooks carry it: the fields, names and order of
 * specification 2.2. The only place where this shape is made.
 *
 * @param publicUrl where the gateway is reached from outside, without a trailing slash
 */
export function invoiceRecord(invoice: Invoice, publicUrl: string): Record<string, unknown> {
  const name = invoiceFileName(invoice.invoiceNumber)
  return {
    _id: invoice.id,
    invoice_number: invoice.invoiceNumber,
    client: invoice.clientId,
    status: statusName(invoice.status),
    issue_date: calendarDate(invoice.issueDate),
    due_date: calendarDate(invoice.dueDate),
    currency: invoice.currency,
    subtotal: jsonNumber(invoice.subtotal),
    vat_amount: jsonNumber(invoice.vatAmount),
    vat_percentage: jsonNumber(invoice.vatPercentage),
    total: jsonNumber(invoice.total),
    items: invoice.lineItemIds,
    pdf_file_URL: invoice.pdf ? fileUrl(publicUrl, invoice.pdf.token, name) : null,
    pdf_name: name,
    pdf_file_size: invoice.pdf ? fileSize(invoice.pdf.sizeBytes) : '',
    ...paidFields(invoice, publicUrl),
    payment_token: '',
    stripe_payment_intent_id: '',
    payment_reference_number: invoice.paymentReferenceNumber,
    ...noteBlockFields(invoice.noteBlocks),
    company: invoice.companyId,
    'Created Date': instant(invoice.createdAt),
    'Modified Date': instant(invoice.modifiedAt),
  }
}

/**
 * Where the receipt is read: known as soon as the invoice is Paid, before the file is rendered
 * (contract, "Files"). Undefined until then.
 */
export function receiptUrl(invoice: Invoice, publicUrl: string): string | undefined {
  if (invoice.receiptToken === undefined) return undefined
  return fileUrl(publicUrl, invoice.receiptToken, receiptFileName(invoice.invoiceNumber))
}

/** A line as create and update answer it (specification 2.2, "Expanded line item"). */
export function lineItemRecord(line: LineItem): Record<string, unknown> {
  return {
    title: line.title,
    quantity: jsonNumber(line.quantity),
    unit: orNull(line.unit),
    unit_price: jsonNumber(line.unitPrice),
    vat_rate: jsonNumber(line.vatRate),
    subtotal: jsonNumber(line.subtotal),
    vat_amount: jsonNumber(line.vatAmount),
    line_total: jsonNumber(line.lineTotal),
    custom: line.itemId === undefined,
  }
}

/** What appears once Paid. */
function paidFields(invoice: Invoice, publicUrl: string): Record<string, unknown> {
  if (invoice.paymentId === undefined) return {}
  return { payment_record: invoice.paymentId, receipt_file: receiptUrl(invoice, publicUrl) }
}

function fileUrl(publicUrl: string, token: string, name: string): string {
  return `${publicUrl}/files/${token}/${encodeURIComponent(name)}`
}
