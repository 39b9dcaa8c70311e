import { setTimeout as delay } from 'node:timers/promises'
import { INVOICE_EVENTS_STREAM } from '@invoicing/contracts'
import { InvoiceEvent } from '@invoicing/contracts/gen/events/v1/events'
import {
  AckPolicy,
  type ConsumerMessages,
  DeliverPolicy,
  JetStreamApiError,
  type JsMsg,
} from '@nats-io/jetstream'
import { withDeadline } from '../deadline.ts'
import { toAppError } from '../grpc/errors.ts'
import type { Logger } from '../log.ts'
import { within } from '../within.ts'
import type { BusLink } from './bus-link.ts'

export interface EventConsumerOptions {
  /** The durable consumer's name: one for each service, shared by its replicas. */
  readonly durable: string
  readonly subjects: readonly string[]
  /**
   * Does the work, within the ack wait. Must be idempotent by event id, for the bus delivers at
   * least once. It waits for a store that is away when it throws what `isStoreOutage` knows, or
   * an AppError unavailable; any other failure is a fault of ours.
   */
  readonly handle: (event: InvoiceEvent) => Promise<void>
  /** Events handled at the same time. */
  readonly concurrency?: number
  /** An event that is not acknowledged within this is delivered again, in milliseconds. */
  readonly ackWaitMs?: number
}

/** First and longest pause after a failure of the bus or of a store, in milliseconds. */
const PAUSE_MS = { first: 100, longest: 2_000 }

/** The first failure is not told: at a start the connection is still being made. */
const TOLD_FROM_MS = PAUSE_MS.first * 2

/** A request for events is renewed this often, in milliseconds; so a bus that forgot it is noticed. */
const PULL_MS = 5_000

/** What is in hand at a stop gets this long to finish, in milliseconds; the rest is delivered again. */
const DRAIN_MS = 2_500

/**
 * A durable pull consumer that creates itself, keeps its settings current, and comes back by
 * itself when the bus was away or its store was wiped.
 */
export class EventConsumer {
  readonly #link: BusLink
  readonly #options: Required<EventConsumerOptions>
  readonly #log: Logger
  readonly #stopping = new AbortController()
  readonly #inHand = new Set<Promise<void>>()
  readonly #done: Promise<void>
  #messages: ConsumerMessages | undefined

  constructor(link: BusLink, options: EventConsumerOptions, log: Logger) {
    this.#link = link
    this.#options = { concurrency: 16, ackWaitMs: 30_000, ...options }
    this.#log = log.child({ consumer: options.durable })
    this.#done = this.#run()
  }

  /** Takes no more events and finishes those in hand, as far as DRAIN_MS goes. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#messages?.stop()
    const finished = this.#done.then(() => Promise.all(this.#inHand))
    await within(DRAIN_MS, finished).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'stopped with events in hand, they will be delivered again')
    })
  }

  async #run(): Promise<void> {
    let pause = PAUSE_MS.first
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#ensure()
        if (pause > TOLD_FROM_MS) this.#log.info('consuming events again')
        pause = PAUSE_MS.first
        await this.#consume()
      } catch (error) {
        // Once for each time it is away: an outage of hours fills no disk.
        if (pause === TOLD_FROM_MS) this.#log.warn({ err: error }, 'cannot consume events')
        await this.#sleep(pause)
        pause = Math.min(pause * 2, PAUSE_MS.longest)
      }
    }
  }

  async #ensure(): Promise<void> {
    const { durable, subjects, ackWaitMs } = this.#options
    const bus = this.#link.bus()
    // Fails at once while disconnected; a request would be lost and wait for its time limit.
    await bus.ping()
    await bus.ensureStream()
    const config = {
      durable_name: durable,
      filter_subjects: [...subjects],
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: ackWaitMs * 1_000_000,
      max_ack_pending: 1_000,
    }
    try {
      await bus.jsm.consumers.add(INVOICE_EVENTS_STREAM, config)
    } catch (error) {
      if (!(error instanceof JetStreamApiError)) throw error
      await bus.jsm.consumers.update(INVOICE_EVENTS_STREAM, durable, config)
    }
  }

  async #consume(): Promise<void> {
    const { durable, concurrency } = this.#options
    const bus = this.#link.bus()
    const consumer = await bus.js.consumers.get(INVOICE_EVENTS_STREAM, durable)
    const messages = await consumer.consume({
      max_messages: concurrency * 2,
      expires: PULL_MS,
      abort_on_missing_resource: true,
    })
    this.#messages = messages
    if (this.#stopping.signal.aborted) messages.stop()
    // After a reconnect the store may be empty: stream and consumer are made sure of anew.
    const ended = bus.onReconnect(() => messages.stop())
    try {
      for await (const message of messages) {
        // What was fetched and not begun goes to another replica at once, or back to this one.
        if (this.#stopping.signal.aborted) settle(() => message.nak())
        else await this.#take(message)
      }
    } finally {
      ended()
    }
  }

  /** Begins an event, and waits while as many as may are in hand. */
  async #take(message: JsMsg): Promise<void> {
    const work = this.#deliver(message).finally(() => this.#inHand.delete(work))
    this.#inHand.add(work)
    while (this.#inHand.size >= this.#options.concurrency && !this.#stopping.signal.aborted) {
      await Promise.race(this.#inHand)
    }
  }

  /** Handles one event; during an outage of a store it waits here, which holds the intake back. */
  async #deliver(message: JsMsg): Promise<void> {
    const { handle, ackWaitMs } = this.#options
    const event = this.#decode(message)
    if (event === undefined) return settle(() => message.term('not an invoice event'))
    const longest = Math.min(PAUSE_MS.longest, ackWaitMs / 3)
    for (let pause = PAUSE_MS.first; ; pause = Math.min(pause * 2, longest)) {
      try {
        await withDeadline(Date.now() + ackWaitMs, async () => handle(event))
        return settle(() => message.ack())
      } catch (error) {
        const context = { err: error, event: event.id, delivery: message.info.deliveryCount }
        if (toAppError(error).code !== 'unavailable') {
          // A fault of ours. Unacknowledged, it comes again after the ack wait, until it is mended
          // or the stream's age ends it; a nak would make it come again at once and for ever.
          return this.#log.error(context, 'an event cannot be handled')
        }
        if (pause === PAUSE_MS.first) this.#log.warn(context, 'an event waits for a store')
        if (this.#stopping.signal.aborted) return settle(() => message.nak())
        settle(() => message.working())
        await this.#sleep(pause)
      }
    }
  }

  #decode(message: JsMsg): InvoiceEvent | undefined {
    try {
      const event = InvoiceEvent.decode(message.data)
      if (event.id !== '' && event.invoice !== undefined) return event
      this.#log.error({ seq: message.seq }, 'a message on the bus has no event or no invoice in it')
    } catch (error) {
      this.#log.error({ err: error, seq: message.seq }, 'a message on the bus is not an invoice event')
    }
    return undefined
  }

  async #sleep(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stopping.signal }).catch(() => {})
  }
}

/** Answers the bus. On a connection that has ended the answer is lost, and the event comes again. */
function settle(answer: () => void): void {
  try {
    answer()
  } catch {
    // Idempotent handlers are there for this.
  }
}
