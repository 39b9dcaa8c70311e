import { type BusLink, within } from '@invoicing/chassis'
import { INVOICE_EVENTS_STREAM, subjectsEndedBy } from '@invoicing/contracts'
import type { EventBus } from '../../app/dependencies.ts'

/** A bus that takes longer for a round trip is as good as away, in milliseconds. */
const REACHABLE_MS = 1_000
/** An event that the bus has not stored by then counts as failed, in milliseconds. */
const PUBLISH_MS = 3_000

/** The invoice event stream of JetStream. */
export function eventBus(link: BusLink): EventBus {
  return {
    reachable: async () => void (await within(REACHABLE_MS, link.bus().connection.rtt())),
    prepare: () => link.bus().ensureStream(),
    // The event's id is the message's: within the stream's window the bus drops a second one.
    publish: async ({ id, subject, payload }) => {
      const { js, jsm } = link.bus()
      await js.publish(subject, payload, { msgID: id, timeout: PUBLISH_MS })
      // The outbox keeps the order: what a deleted invoice emitted before is on the bus by now. A
      // failure here fails the event, and all of it is done again.
      const ended = subjectsEndedBy(subject)
      await Promise.all(ended.map((filter) => jsm.streams.purge(INVOICE_EVENTS_STREAM, { filter })))
    },
  }
}
