import { setTimeout as delay } from 'node:timers/promises'
import { unavailable } from '@invoicing/contracts'
import type { Logger } from '../log.ts'
import { type Bus, connectBus } from './bus.ts'

/** The pause between two attempts at the first connection, in milliseconds. */
const RETRY_MS = 500

/** A bus that may be away at the start, for services whose own work goes on without it. */
export interface BusLink {
  /** @throws AppError unavailable as long as there was no first connection */
  bus(): Bus
  /** Ends the attempts, or closes the connection. */
  close(): Promise<void>
}

/** Connects in the background, for as long as it takes; afterwards the bus reconnects by itself. */
export function linkBus(url: string, service: string, log: Logger): BusLink {
  const closing = new AbortController()
  let bus: Bus | undefined

  const connect = async () => {
    for (let attempt = 1; !closing.signal.aborted; attempt += 1) {
      try {
        bus = await connectBus(url, service, log)
        return
      } catch (error) {
        if (attempt === 1) log.warn({ err: error }, 'the bus is out of reach, connecting in the background')
        await delay(RETRY_MS, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
  }
  const connecting = connect()

  return {
    bus: () => {
      if (bus === undefined) throw unavailable(new Error('the bus was never reached'))
      return bus
    },
    close: async () => {
      closing.abort()
      await connecting
      await bus?.close()
    },
  }
}
