import { describe, expect, test } from '@jest/globals'
import { InvoiceEventType } from '../src/gen/events/v1/events.ts'
import {
  INVOICE_EVENTS_SUBJECTS,
  invoiceEventVerb,
  invoiceSubject,
  invoiceSubjectFilter,
  subjectsEndedBy,
} from '../src/mod.ts'

const TYPES = Object.values(InvoiceEventType).filter(
  (type) => type !== InvoiceEventType.INVOICE_EVENT_TYPE_UNSPECIFIED,
)

/** Whether a NATS filter takes a subject: `>` stands for one or more tokens at the end. */
const matches = (filter: string, subject: string) =>
  subject.startsWith(filter.replace(/>$/, '')) && subject.length > filter.length - 1

describe('the subject of an invoice event', () => {
  test('is taken in by the stream and by the filter of its verb alone', () => {
    for (const type of TYPES) {
      const subject = invoiceSubject(invoiceEventVerb(type), 'company_a', 'inv_b')
      expect(matches(INVOICE_EVENTS_SUBJECTS, subject)).toBe(true)
      const taking = TYPES.filter((other) => matches(invoiceSubjectFilter(invoiceEventVerb(other)), subject))
      expect(taking).toEqual([type])
    }
  })

  test('has a verb for each type but the unspecified one', () => {
    expect(TYPES.map(invoiceEventVerb).toSorted()).toEqual([
      'canceled',
      'created',
      'deleted',
      'paid',
      'sent',
      'updated',
    ])
    expect(() => invoiceEventVerb(InvoiceEventType.INVOICE_EVENT_TYPE_UNSPECIFIED)).toThrow('needs a type')
  })
})

describe('a deletion', () => {
  test('ends the messages of its own invoice that a Draft can have, and not itself', () => {
    expect(subjectsEndedBy(invoiceSubject('deleted', 'company_a', 'inv_b'))).toEqual([
      invoiceSubject('created', 'company_a', 'inv_b'),
      invoiceSubject('updated', 'company_a', 'inv_b'),
    ])
  })

  test('is the only event that ends any', () => {
    const others = TYPES.map(invoiceEventVerb).filter((verb) => verb !== 'deleted')
    for (const verb of others) expect(subjectsEndedBy(invoiceSubject(verb, 'company_a', 'inv_b'))).toEqual([])
  })
})
