import type { ChangeStatusRequest } from '@invoicing/contracts/gen/invoices/v1/invoices'
import { optionalText } from './text-field.ts'

/** What a caller tells of a payment. */
export interface PaymentDetails {
  readonly method: string | undefined
  /** The caller's own reconciliation id. */
  readonly reference: string | undefined
  readonly notes: string | undefined
}

/** Characters at the most (contract, "Limits"). */
const MAX_TEXT = 2_000

/**
 * Checked whatever the target is, so that a wrong call is told at once; only a payment keeps them.
 *
 * @throws AppError invalid_argument naming the field that is too long
 */
export function paymentDetails(request: ChangeStatusRequest): PaymentDetails {
  return {
    method: optionalText('payment_method', request.paymentMethod, MAX_TEXT),
    reference: optionalText('payment_reference', request.paymentReference, MAX_TEXT),
    notes: optionalText('payment_notes', request.paymentNotes, MAX_TEXT),
  }
}
