import { type BusLink, EventConsumer, type Logger, type Pool } from '@invoicing/chassis'
import { invoiceSubjectFilter } from '@invoicing/contracts'
import { type InvoiceEvent, InvoiceEventType } from '@invoicing/contracts/gen/events/v1/events'
import { confirmAllocation } from '../adapters/postgres/confirm-allocation.ts'
import { recordDeletion } from '../adapters/postgres/record-deletion.ts'

/** What concerns the number of an invoice: that it is used, and that it never will be again. */
const VERBS = ['created', 'deleted'] as const

/** An invoice that exists confirms the reservation of its number; one that is deleted leaves a hole to explain. */
export function settleAllocations(link: BusLink, pool: Pool, log: Logger): EventConsumer {
  return new EventConsumer(
    link,
    {
      durable: 'numbering',
      subjects: VERBS.map(invoiceSubjectFilter),
      handle: (event) => settle(pool, event),
    },
    log,
  )
}

/** Both may be in hand at the same time, and in either order. */
function settle(pool: Pool, { id, type, invoice, occurredAt }: InvoiceEvent): Promise<void> {
  const invoiceId = invoice?.id ?? ''
  return type === InvoiceEventType.INVOICE_EVENT_TYPE_DELETED
    ? recordDeletion(pool, id, invoiceId, occurredAt ?? new Date())
    : confirmAllocation(pool, id, invoiceId)
}
