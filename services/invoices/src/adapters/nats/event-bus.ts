import type { BusLink } from '@invoicing/chassis'
import type { EventBus } from '../../app/dependencies.ts'

/** The invoice event stream of JetStream. */
export function eventBus(link: BusLink): EventBus {
  return {
    ready: async () => {
      const bus = link.bus()
      // While the connection is down this rejects within half a second.
      await bus.ping()
      await bus.ensureStream()
    },
    // The event's id is the message's: within the stream's window the bus drops a second one.
    publish: async ({ id, subject, payload }) => {
      await link.bus().js.publish(subject, payload, { msgID: id })
    },
  }
}
