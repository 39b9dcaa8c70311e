import { newId, notFound } from '@invoicing/contracts'
import type { DeleteInvoiceRequest } from '@invoicing/contracts/gen/invoices/v1/invoices'
import { requireDraft } from '../domain/draft.ts'
import type { RemoveDraft } from './dependencies.ts'

interface Dependencies {
  readonly removeDraft: RemoveDraft
  /** Told that an event waits in the outbox. */
  readonly eventStored: () => void
}

/**
 * Removes a Draft for good (specification 4.2; contract, "Lifecycle and events"). Who keeps
 * something of it elsewhere, and the ledger of numbers, learn of it by the event.
 *
 * @throws AppError not_found 'Invoice not found', conflict naming the status of what is no Draft, or
 * unavailable
 */
export function deleteInvoice({ removeDraft, eventStored }: Dependencies) {
  return async ({ companyId, invoiceId }: DeleteInvoiceRequest): Promise<void> => {
    const removed = await removeDraft(companyId, invoiceId, (invoice) => {
      requireDraft(invoice, 'deleted')
      return { eventId: newId('event'), at: new Date() }
    })
    if (!removed) throw notFound('Invoice not found')
    eventStored()
  }
}
