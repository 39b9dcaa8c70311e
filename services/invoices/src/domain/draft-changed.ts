import type {
  ClientSnapshot,
  CompanySnapshot,
  Invoice,
  LineItem,
} from '@invoicing/contracts/gen/invoices/v1/invoice'

/** What a change made of a Draft: stored, told by its event and shown by its answer alike. */
export interface DraftChanged {
  readonly eventId: string
  readonly at: Date
  readonly invoice: Invoice
  /** The full new set; undefined when the lines stay. */
  readonly lines: readonly LineItem[] | undefined
  /** Both are taken anew by a change: the paper is made again (docs/architecture.md, "Clients"). */
  readonly client: ClientSnapshot
  readonly company: CompanySnapshot
}
