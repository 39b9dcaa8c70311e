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

/**
 * Where the messages of a deleted invoice lie: only a Draft can be deleted, so it was created and
 * maybe updated. The deletion itself is not among them, for those who have not taken it yet.
 *
 * @param subject of any event; none lie anywhere for another than a deletion
 */
export function subjectsEndedBy(subject: string): readonly string[] {
  const deleted = 'invoicing.v1.invoice.deleted.'
  if (!subject.startsWith(deleted)) return []
  return ['created', 'updated'].map((verb) => `invoicing.v1.invoice.${verb}.${subject.slice(deleted.length)}`)
}

export function invoiceEventVerb(type: InvoiceEventType): InvoiceEventVerb {
  if (type === InvoiceEventType.INVOICE_EVENT_TYPE_UNSPECIFIED) throw new TypeError('an event needs a type')
  return VERBS[type]
}
