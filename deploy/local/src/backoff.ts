const FIRST_MS = 100
const LONGEST_MS = 10_000
/** A process that lived this long was well: what ended it is not the continuation of earlier failures. */
const WELL_AFTER_MS = 30_000

/** How long to wait before a process that keeps dying is started again, in milliseconds. */
export class Backoff {
  #failures = 0

  /** @param livedMs how long the process that has just ended had lived */
  next(livedMs: number): number {
    if (livedMs >= WELL_AFTER_MS) this.#failures = 0
    const wait = Math.min(FIRST_MS * 2 ** this.#failures, LONGEST_MS)
    this.#failures++
    return wait
  }
}
