import { conflict, statusName } from '@invoicing/contracts'
import { InvoiceStatus } from '@invoicing/contracts/gen/invoices/v1/invoice'

/** What only a Draft allows (specification 3.1, rules 3 and 4). */
export type DraftOnly = 'edited' | 'deleted'

/** @throws AppError conflict naming the status of an invoice that is no Draft any more */
export function requireDraft({ status }: { readonly status: InvoiceStatus }, toBe: DraftOnly): void {
  if (status === InvoiceStatus.INVOICE_STATUS_DRAFT) return
  throw conflict(`the invoice is already ${statusName(status)}: only drafts can be ${toBe}`)
}
