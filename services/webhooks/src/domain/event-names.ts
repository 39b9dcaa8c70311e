import { invalid } from '@invoicing/contracts'

/** The events one can subscribe to (specification 6). */
export const EVENT_NAMES = ['invoice.created', 'invoice.sent', 'invoice.paid', 'invoice.canceled'] as const

export type EventName = (typeof EVENT_NAMES)[number]

/**
 * Reads the events of a subscription: at least one, each kept once, in the order given.
 *
 * @throws AppError invalid_argument naming the field
 */
export function eventNames(events: readonly string[]): EventName[] {
  if (events.length === 0) throw invalid('events must hold at least one event name')
  const names = events.map((event, index) => {
    const name = EVENT_NAMES.find((known) => known === event)
    if (name === undefined) throw invalid(`events[${index}] must be one of ${EVENT_NAMES.join(', ')}`)
    return name
  })
  return [...new Set(names)]
}
