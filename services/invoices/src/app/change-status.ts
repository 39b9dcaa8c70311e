import { notFound } from '@invoicing/contracts'
import type { Invoice } from '@invoicing/contracts/gen/invoices/v1/invoice'
import type { ChangeStatusRequest } from '@invoicing/contracts/gen/invoices/v1/invoices'
import { paymentDetails } from '../domain/payment-details.ts'
import { changeOfStatus, targetStatus } from '../domain/status-change.ts'
import type { StoreStatusChange } from './dependencies.ts'

interface Dependencies {
  readonly storeStatusChange: StoreStatusChange
  /** Told that an event waits in the outbox. */
  readonly eventStored: () => void
}

/**
 * Moves an invoice on (specification 3.1 and 4.2). Whether it may is decided on the invoice as it
 * is under its lock: of different changes sent at once, each sees what the former left.
 *
 * @throws AppError invalid_argument, not_found 'Invoice not found', conflict naming the status that
 * stands in the way, or unavailable when the store does not answer
 */
export function changeStatus(deps: Dependencies) {
  return async (request: ChangeStatusRequest): Promise<Invoice> => {
    const target = targetStatus(request.status)
    const details = paymentDetails(request)
    const { companyId, invoiceId } = request
    const changed = await deps.storeStatusChange(companyId, invoiceId, (invoice) =>
      changeOfStatus(invoice, target, details, new Date()),
    )
    if (changed === undefined) throw notFound('Invoice not found')
    deps.eventStored()
    return changed
  }
}
