import { randomBytes } from 'node:crypto'
import { conflict, invalid, newId, statusName } from '@invoicing/contracts'
import { type Invoice, InvoiceStatus, type Payment } from '@invoicing/contracts/gen/invoices/v1/invoice'
import type { PaymentDetails } from './payment-details.ts'

/** What an invoice can be moved to. */
export type TargetStatus = 'Sent' | 'Paid' | 'Canceled'

/** A change of status that is allowed, as it is stored and told. */
export interface StatusChange {
  readonly eventId: string
  readonly at: Date
  readonly to: TargetStatus
  /** As it is after the change. */
  readonly invoice: Invoice
  /** With a change to Paid. */
  readonly payment: Payment | undefined
}

/** The whole table of specification 3.1: one way, and nothing leaves Paid or Canceled. */
const ALLOWED: Readonly<Record<ReturnType<typeof statusName>, readonly TargetStatus[]>> = {
  Draft: ['Sent', 'Paid', 'Canceled'],
  Sent: ['Paid', 'Canceled'],
  Paid: [],
  Canceled: [],
}

/** In bytes: the contract asks for 128 bits that nobody can guess. */
const TOKEN_BYTES = 24

const TARGETS: Readonly<Record<TargetStatus, InvoiceStatus>> = {
  Sent: InvoiceStatus.INVOICE_STATUS_SENT,
  Paid: InvoiceStatus.INVOICE_STATUS_PAID,
  Canceled: InvoiceStatus.INVOICE_STATUS_CANCELED,
}

/** @throws AppError invalid_argument for what is no status to move to, Draft among it */
export function targetStatus(status: InvoiceStatus): TargetStatus {
  const target = (['Sent', 'Paid', 'Canceled'] as const).find((name) => TARGETS[name] === status)
  if (target === undefined) throw invalid('status must be Sent, Paid or Canceled')
  return target
}

/**
 * Moves an invoice on. The version stays, for the paper shows no status. With Paid, the payment is
 * of the total and of this moment, and the receipt gets its token, before it is rendered.
 *
 * @throws AppError conflict naming the status that the invoice has, when it cannot get there
 */
export function changeOfStatus(
  invoice: Invoice,
  to: TargetStatus,
  details: PaymentDetails,
  at: Date,
): StatusChange {
  const from = statusName(invoice.status)
  if (!ALLOWED[from].includes(to)) throw conflict(refusal(from, to))
  const eventId = newId('event')
  const moved = { ...invoice, status: TARGETS[to], modifiedAt: at }
  if (to !== 'Paid') return { eventId, at, to, invoice: moved, payment: undefined }

  const payment: Payment = {
    id: newId('payment'),
    companyId: invoice.companyId,
    invoiceId: invoice.id,
    clientId: invoice.clientId,
    amount: invoice.total,
    currency: invoice.currency,
    ...details,
    paidAt: at,
    createdAt: at,
    modifiedAt: at,
  }
  const paid = {
    ...moved,
    paymentId: payment.id,
    paymentReferenceNumber: details.reference ?? '',
    receiptToken: randomBytes(TOKEN_BYTES).toString('base64url'),
  }
  return { eventId, at, to, invoice: paid, payment }
}

function refusal(from: ReturnType<typeof statusName>, to: TargetStatus): string {
  const end = ALLOWED[from].length === 0 ? 'cannot be changed' : `cannot become ${to} again`
  return `the invoice is already ${from} and ${end}`
}
