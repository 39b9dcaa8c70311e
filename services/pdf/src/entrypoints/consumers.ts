import { type BusLink, EventConsumer, type Logger } from '@invoicing/chassis'
import { invoiceSubjectFilter } from '@invoicing/contracts'

/** What changes a paper: created and updated the invoice, paid the receipt, deleted removes them. */
const VERBS = ['created', 'updated', 'paid', 'deleted'] as const

/** Takes in what happened to invoices. The service has no state: taking an event in twice changes nothing. */
export function consumeInvoiceEvents(link: BusLink, log: Logger): EventConsumer {
  return new EventConsumer(
    link,
    {
      durable: 'pdf',
      subjects: VERBS.map(invoiceSubjectFilter),
      handle: async (event) => log.debug({ event: event.id, invoice: event.invoice?.id }, 'event consumed'),
    },
    log,
  )
}
