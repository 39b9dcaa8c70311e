import { type BusLink, EventConsumer, type Logger, type Pool } from '@invoicing/chassis'
import { invoiceSubjectFilter } from '@invoicing/contracts'
import { confirmAllocation } from '../adapters/postgres/confirm-allocation.ts'

/** An invoice that exists confirms the reservation of its number. */
export function confirmAllocations(link: BusLink, pool: Pool, log: Logger): EventConsumer {
  return new EventConsumer(
    link,
    {
      durable: 'numbering',
      subjects: [invoiceSubjectFilter('created')],
      handle: (event) => confirmAllocation(pool, event.id, event.invoice?.id ?? ''),
    },
    log,
  )
}
