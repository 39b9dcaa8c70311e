import { setTimeout as delay } from 'node:timers/promises'
import { INVOICE_EVENTS_STREAM } from '@invoicing/contracts'
import { InvoiceEvent } from '@invoicing/contracts/gen/events/v1/events'
import { AckPolicy, type ConsumerMessages, DeliverPolicy, type JsMsg } from '@nats-io/jetstream'
import type { Logger } from '../log.ts'
import { isStoreOutage } from '../outage.ts'
import type { Bus } from './bus.ts'

export interface EventConsumerOptions {
  /** The durable consumer's name: one for each service, shared by its replicas. */
  readonly durable: string
  readonly subjects: readonly string[]
  /** Does the work; must be idempotent by event id, for the bus delivers at least once. */
  readonly handle: (event: InvoiceEvent) => Promise<void>
  /** Events handled at the same time. */
  readonly concurrency?: number
}

/** An event that is not acknowledged within this is delivered again, in milliseconds. */
const ACK_WAIT_MS = 30_000
/** First and longest pause after a failure of the bus or of a store, in milliseconds. */
const PAUSE_MS = { first: 100, longest: 5_000 }

/**
 * A durable pull consumer that creates itself, keeps its settings current, and comes back by
 * itself when the bus was away or its store was wiped.
 */
export class EventConsumer {
  readonly #bus: Bus
  readonly #options: EventConsumerOptions
  readonly #log: Logger
  readonly #stopping = new AbortController()
  readonly #inFlight = new Set<Promise<void>>()
  readonly #done: Promise<void>
  #messages: ConsumerMessages | undefined

  constructor(bus: Bus, options: EventConsumerOptions, log: Logger) {
    this.#bus = bus
    this.#options = options
    this.#log = log.child({ consumer: options.durable })
    this.#done = this.#run()
  }

  /** Takes no more events, finishes those in hand. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#messages?.stop()
    await this.#done
    await Promise.all(this.#inFlight)
  }

  async #run(): Promise<void> {
    let pause = PAUSE_MS.first
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#ensure()
        pause = PAUSE_MS.first
        await this.#consume()
      } catch (error) {
        this.#log.warn({ err: error, retryInMs: pause }, 'cannot consume events')
        await this.#sleep(pause)
        pause = Math.min(pause * 2, PAUSE_MS.longest)
      }
    }
  }

  async #ensure(): Promise<void> {
    const { durable, subjects } = this.#options
    await this.#bus.ensureStream()
    const config = {
      durable_name: durable,
      filter_subjects: [...subjects],
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: ACK_WAIT_MS * 1_000_000,
      max_ack_pending: 1_000,
    }
    try {
      await this.#bus.jsm.consumers.add(INVOICE_EVENTS_STREAM, config)
    } catch {
      await this.#bus.jsm.consumers.update(INVOICE_EVENTS_STREAM, durable, config)
    }
  }

  async #consume(): Promise<void> {
    const { durable, concurrency = 16 } = this.#options
    const consumer = await this.#bus.js.consumers.get(INVOICE_EVENTS_STREAM, durable)
    const messages = await consumer.consume({
      max_messages: concurrency * 2,
      abort_on_missing_resource: true,
    })
    this.#messages = messages
    if (this.#stopping.signal.aborted) messages.stop()
    for await (const message of messages) {
      const work = this.#deliver(message).finally(() => this.#inFlight.delete(work))
      this.#inFlight.add(work)
      if (this.#inFlight.size >= concurrency) await Promise.race(this.#inFlight)
    }
  }

  /** Handles one event; during an outage of a store it waits here, which holds the intake back. */
  async #deliver(message: JsMsg): Promise<void> {
    const event = this.#decode(message)
    if (event === undefined) return message.term('not an invoice event')
    for (let pause = PAUSE_MS.first; ; pause = Math.min(pause * 2, PAUSE_MS.longest)) {
      try {
        await this.#options.handle(event)
        return message.ack()
      } catch (error) {
        this.#log.warn({ err: error, event: event.id }, 'event not handled yet')
        // Anything but an outage is left unacknowledged: it comes again after the ack wait.
        if (!isStoreOutage(error) || this.#stopping.signal.aborted) return
        message.working()
        await this.#sleep(pause)
      }
    }
  }

  #decode(message: JsMsg): InvoiceEvent | undefined {
    try {
      return InvoiceEvent.decode(message.data)
    } catch (error) {
      this.#log.error({ err: error, seq: message.seq }, 'a message on the bus is not an invoice event')
      return undefined
    }
  }

  async #sleep(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stopping.signal }).catch(() => {})
  }
}
