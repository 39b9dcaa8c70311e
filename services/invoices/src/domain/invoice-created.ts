import type {
  ClientSnapshot,
  CompanySnapshot,
  Invoice,
  LineItem,
} from '@invoicing/contracts/gen/invoices/v1/invoice'

/**
 * A new invoice with all that belongs to it: what is stored, what the event carries and what the
 * answer shows are this one value (contract, "Lifecycle and events").
 */
export interface InvoiceCreated {
  readonly eventId: string
  readonly at: Date
  readonly invoice: Invoice
  readonly lines: readonly LineItem[]
  readonly client: ClientSnapshot
  readonly company: CompanySnapshot
}
