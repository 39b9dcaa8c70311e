/** The length of the window, in milliseconds (specification 8). */
export const WINDOW_MS = 60_000

const FIRST_CAPACITY = 8

/**
 * The times of the requests one key was granted in the last minute: a ring that holds at most
 * `limit` of them, and grows only as far as the key makes use of it. Refused requests leave no
 * trace, so a caller who keeps knocking is let in as soon as the oldest granted one is a minute old.
 */
export class RateWindow {
  readonly #limit: number
  #times: Float64Array
  #oldest = 0
  #count = 0

  constructor(limit: number) {
    this.#limit = limit
    this.#times = new Float64Array(Math.min(limit, FIRST_CAPACITY))
  }

  /** Grants a request at `now`, in milliseconds of a monotonic clock, if the limit allows. */
  accept(now: number): boolean {
    this.#forget(now)
    if (this.#count === this.#limit) return false
    if (this.#count === this.#times.length) this.#grow()
    this.#times[(this.#oldest + this.#count) % this.#times.length] = now
    this.#count += 1
    return true
  }

  /** Whether nothing was granted in the minute before `now`. */
  isIdle(now: number): boolean {
    this.#forget(now)
    return this.#count === 0
  }

  #forget(now: number): void {
    while (this.#count > 0 && now - (this.#times[this.#oldest] ?? 0) >= WINDOW_MS) {
      this.#oldest = (this.#oldest + 1) % this.#times.length
      this.#count -= 1
    }
  }

  #grow(): void {
    const grown = new Float64Array(Math.min(this.#limit, this.#times.length * 2))
    for (let i = 0; i < this.#count; i += 1) {
      grown[i] = this.#times[(this.#oldest + i) % this.#times.length] ?? 0
    }
    this.#times = grown
    this.#oldest = 0
  }
}
