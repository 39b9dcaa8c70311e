import { invoiceSubject, newId } from '@invoicing/contracts'
import { InvoiceEvent } from '@invoicing/contracts/gen/events/v1/events'
import type { Bus } from '../../src/mod.ts'

/** An invoice.created as it comes over the bus. */
export function createdEvent(id: string = newId('event')): InvoiceEvent {
  return InvoiceEvent.fromPartial({
    id,
    type: 'INVOICE_EVENT_TYPE_CREATED',
    occurredAt: new Date(),
    invoice: { id: newId('invoice'), companyId: newId('company'), status: 'INVOICE_STATUS_DRAFT' },
  })
}

/** Publishes as the relay does: the event's id is the message's. */
export async function publish(bus: Bus, event: InvoiceEvent): Promise<void> {
  const { invoice } = event
  const subject = invoiceSubject('created', invoice?.companyId ?? '', invoice?.id ?? '')
  await bus.js.publish(subject, InvoiceEvent.encode(event).finish(), { msgID: event.id })
}
