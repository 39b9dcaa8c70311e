import { InvoiceEventType } from './gen/events/v1/events.ts'

/** The JetStream stream that carries every invoice event. */
export const INVOICE_EVENTS_STREAM = 'INVOICE_EVENTS'

/** Everything the stream takes in. */
export const INVOICE_EVENTS_SUBJECTS = 'invoicing.v1.invoice.>'

const VERBS = {
  [InvoiceEventType.INVOICE_EVENT_TYPE_CREATED]: 'created',
  [InvoiceEventType.INVOICE_EVENT_TYPE_SENT]: 'sent',
  [InvoiceEventType.INVOICE_EVENT_TYPE_PAID]: 'paid',
  [InvoiceEventType.INVOICE_EVENT_TYPE_CANCELED]: 'canceled',
  [InvoiceEventType.INVOICE_EVENT_TYPE_UPDATED]: 'updated',
  [InvoiceEventType.INVOICE_EVENT_TYPE_DELETED]: 'deleted',
} as const

export type InvoiceEventVerb = (typeof VERBS)[keyof typeof VERBS]

/**
 * `invoicing.v1.invoice.<verb>.<company>.<invoice>`: consumers filter by verb, and a deleted
 * invoice's messages are purged by its id.
 */
export function invoiceSubject(verb: InvoiceEventVerb, companyId: string, invoiceId: string): string {
  return `invoicing.v1.invoice.${verb}.${companyId}.${invoiceId}`
}

/** The filter for all companies' events of one verb. */
export function invoiceSubjectFilter(verb: InvoiceEventVerb): string {
  return `invoicing.v1.invoice.${verb}.>`
}

export function invoiceEventVerb(type: InvoiceEventType): InvoiceEventVerb {
  if (type === InvoiceEventType.INVOICE_EVENT_TYPE_UNSPECIFIED) throw new TypeError('an event needs a type')
  return VERBS[type]
}
