import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@invoicing/chassis'
import type { EventBus, Outbox } from './dependencies.ts'

/** Events on their way to the bus at the same time, at the most. */
const BATCH = 256
/** How often the outbox is looked at for what another process left there, in milliseconds. */
const POLL_MS = 2_000
/** First and longest pause while the bus or the store is away, in milliseconds. */
const PAUSE_MS = { first: 100, longest: 2_000 }
/** A moment for events to gather, in milliseconds: a batch of one costs as much as a batch of ten. */
const GATHER_MS = 20
/** An outage is logged when it lasts this long, and then this often, in milliseconds. */
const LOG_MS = { first: 1_000, again: 60_000 }

/**
 * Brings the events of the outbox to the bus (docs/architecture.md, "The bus is transport"): at
 * least once, those of one invoice in order, whatever is away in between. Several may run.
 */
export class EventRelay {
  readonly #outbox: Outbox
  readonly #bus: EventBus
  readonly #log: Logger
  readonly #stopping = new AbortController()
  readonly #done: Promise<void>
  #kick = Promise.withResolvers<void>()
  #flowing = false
  #nextLogAt: number | undefined
  #logged = false

  constructor(outbox: Outbox, bus: EventBus, log: Logger) {
    this.#outbox = outbox
    this.#bus = bus
    this.#log = log
    this.#done = this.#run()
  }

  /** Says that an event was committed just now: it goes out at once instead of at the next poll. */
  kick(): void {
    this.#kick.resolve()
  }

  /** Finishes the batch in hand. What is left stays in the outbox for the next relay. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#done
  }

  async #run(): Promise<void> {
    let pause = PAUSE_MS.first
    while (!this.#stopping.signal.aborted) {
      try {
        // Asked every time: a batch that sets out while the bus is away is late by its time limit.
        await this.#bus.reachable()
        if (!this.#flowing) await this.#bus.prepare()
        this.#flowing = true
        // From here on a kick is for the next look: its event may be too late for this one.
        this.#kick = Promise.withResolvers()
        const relayed = await this.#relayBatch()
        pause = PAUSE_MS.first
        if (relayed === 0) await this.#sleep(POLL_MS, this.#kick.promise)
        else if (relayed < BATCH) await this.#sleep(GATHER_MS)
      } catch (error) {
        this.#interrupted(error)
        await this.#sleep(pause)
        pause = Math.min(pause * 2, PAUSE_MS.longest)
      }
    }
  }

  /** @returns how many events were claimed; throws when none of them could be published */
  async #relayBatch(): Promise<number> {
    const events = await this.#outbox.claim(BATCH)
    if (events.length === 0) return 0
    const outcomes = await Promise.allSettled(events.map((event) => this.#bus.publish(event)))
    const idsOf = (status: string) =>
      events.filter((_, index) => outcomes[index]?.status === status).map(({ id }) => id)
    const published = idsOf('fulfilled')
    await this.#outbox.settle(published, idsOf('rejected'))

    const failure = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failure !== undefined && published.length === 0) throw failure.reason
    // One that fails among others waits by itself: it must not hold back the rest.
    if (failure !== undefined) this.#interrupted(failure.reason)
    else this.#resumed()
    return events.length
  }

  #interrupted(error: unknown): void {
    this.#flowing = false
    const now = Date.now()
    this.#nextLogAt ??= now + LOG_MS.first
    if (now < this.#nextLogAt) return
    this.#nextLogAt = now + LOG_MS.again
    this.#logged = true
    this.#log.warn({ err: error }, 'events wait in the outbox, should there be any')
  }

  #resumed(): void {
    if (this.#logged) this.#log.info('events flow again')
    this.#nextLogAt = undefined
    this.#logged = false
  }

  async #sleep(ms: number, earlier?: Promise<void>): Promise<void> {
    const woken = new AbortController()
    const signal = AbortSignal.any([this.#stopping.signal, woken.signal])
    const timer = delay(ms, undefined, { signal }).catch(() => {})
    await Promise.race([timer, ...(earlier ? [earlier] : [])])
    woken.abort()
  }
}
