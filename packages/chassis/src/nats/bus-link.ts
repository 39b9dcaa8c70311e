import { setTimeout as delay } from 'node:timers/promises'
import { unavailable } from '@invoicing/contracts'
import type { Logger } from '../log.ts'
import { type Bus, connectBus } from './bus.ts'

/** The pause between two attempts at a connection, in milliseconds. */
const RETRY_MS = 500

/** A bus that may be away, at the start as well: a service listens and works as far as it can without. */
export interface BusLink {
  /** @throws AppError unavailable as long as there was no first connection */
  bus(): Bus
  /** As `Bus.ping`: fails at once while the bus is out of reach. */
  ping(): Promise<unknown>
  /** Ends the attempts, or closes the connection. */
  close(): Promise<void>
}

/**
 * Connects in the background, for as long as it takes. Afterwards the connection comes back by
 * itself; should the client give it up for good, a new one takes its place.
 */
export function linkBus(url: string, service: string, log: Logger): BusLink {
  const closing = new AbortController()
  let bus: Bus | undefined

  const keep = async () => {
    let told = false
    while (!closing.signal.aborted) {
      try {
        bus = await connectBus(url, service, log)
        told = false
        if (closing.signal.aborted) await bus.close()
        const fault = await bus.connection.closed()
        if (!closing.signal.aborted)
          log.warn({ err: fault }, 'the connection to the bus ended, making another')
      } catch (error) {
        if (!told) log.warn({ err: error }, 'the bus is out of reach, connecting in the background')
        told = true
      }
      await delay(RETRY_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const kept = keep()

  const current = () => {
    if (bus === undefined) throw unavailable(new Error('the bus was never reached'))
    return bus
  }
  return {
    bus: current,
    ping: async () => current().ping(),
    close: async () => {
      closing.abort()
      await bus?.close()
      await kept
    },
  }
}
