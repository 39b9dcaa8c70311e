import { type BusLink, EventConsumer, type Logger, type Pool } from '@invoicing/chassis'
import { invoiceSubjectFilter } from '@invoicing/contracts'
import { recordEvent } from '../adapters/postgres/record-event.ts'

/** The verbs that webhooks carry (specification 6). */
const PUBLIC_VERBS = ['created', 'sent', 'paid', 'canceled'] as const

/** Takes in what happened to invoices, each event once. */
export function consumeInvoiceEvents(link: BusLink, pool: Pool, log: Logger): EventConsumer {
  return new EventConsumer(
    link,
    {
      durable: 'webhooks',
      subjects: PUBLIC_VERBS.map(invoiceSubjectFilter),
      handle: (event) => recordEvent(pool, event.id),
    },
    log,
  )
}
