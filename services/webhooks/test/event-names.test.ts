import { describe, expect, it } from '@jest/globals'
import { EVENT_NAMES, eventNames } from '../src/domain/event-names.ts'

describe('the events of a subscription', () => {
  it('are those of specification 6, in the order given, each once', () => {
    expect(eventNames([...EVENT_NAMES])).toEqual([
      'invoice.created',
      'invoice.sent',
      'invoice.paid',
      'invoice.canceled',
    ])
    expect(eventNames(['invoice.paid', 'invoice.sent', 'invoice.paid'])).toEqual([
      'invoice.paid',
      'invoice.sent',
    ])
  })

  it.each(['', 'invoice', 'invoice.Created', ' invoice.created', 'invoice.updated', '*', 'toString', '\0'])(
    'never hold %j',
    (name) => {
      expect(() => eventNames(['invoice.sent', name])).toThrow(
        'events[1] must be one of invoice.created, invoice.sent, invoice.paid, invoice.canceled',
      )
    },
  )

  it('are at least one', () => {
    expect(() => eventNames([])).toThrow('events must hold at least one event name')
  })
})
