import { type InvoiceEventVerb, invoiceEventVerb, invoiceSubject } from '@invoicing/contracts'
import { InvoiceEvent, type InvoiceEventType } from '@invoicing/contracts/gen/events/v1/events'
import type {
  ClientSnapshot,
  CompanySnapshot,
  Invoice,
  LineItem,
  Payment,
} from '@invoicing/contracts/gen/invoices/v1/invoice'
import { bytea } from './bytea.ts'

/** What happened to an invoice, with all that the event carries of it. */
export interface EventToStore {
  readonly eventId: string
  readonly at: Date
  readonly type: InvoiceEventType
  readonly invoice: Invoice
  readonly lines: readonly LineItem[]
  /** None with a deletion, whose event outlives the invoice. */
  readonly client?: ClientSnapshot | undefined
  readonly company?: CompanySnapshot | undefined
  readonly payment?: Payment | undefined
}

/**
 * The columns of both the event log and the outbox, for json_populate_recordset; the payload is
 * the event as consumers get it.
 */
export function eventColumns(event: EventToStore): Record<string, unknown> {
  const { eventId, at, type, invoice, lines, client, company, payment } = event
  const verb: InvoiceEventVerb = invoiceEventVerb(type)
  const payload = InvoiceEvent.encode({
    id: eventId,
    type,
    occurredAt: at,
    invoice,
    lines: [...lines],
    client,
    company,
    payment,
  }).finish()
  return {
    id: eventId,
    invoice_id: invoice.id,
    type: verb,
    version: invoice.version,
    occurred_at: at,
    created_at: at,
    subject: invoiceSubject(verb, invoice.companyId, invoice.id),
    payload: bytea(payload),
  }
}
