import type { Payment } from '../gen/invoices/v1/invoice.ts'
import { instant, jsonNumber, orNull } from './values.ts'

/** What was recorded when an invoice was marked Paid (contract, "Accounts, keys, catalog"). */
export function paymentRecord(payment: Payment): Record<string, unknown> {
  return {
    _id: payment.id,
    invoice: payment.invoiceId,
    client: payment.clientId,
    amount: jsonNumber(payment.amount),
    currency: payment.currency,
    method: orNull(payment.method),
    reference: orNull(payment.reference),
    notes: orNull(payment.notes),
    paid_date: instant(payment.paidAt),
    company: payment.companyId,
    'Created Date': instant(payment.createdAt),
    'Modified Date': instant(payment.modifiedAt),
  }
}
