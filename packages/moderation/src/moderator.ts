/**
 * The content check that every client write and every line title passes (specification 1 and 4.3).
 */
export interface Moderator {
  /**
   * The indexes, in ascending order, of those `texts` that must not pass. All texts of one write
   * go in one call: it costs less than one call for each, above all over a network.
   *
   * @param signal the caller's own deadline, if it has one.
   * @throws ModerationUnavailableError when no answer can be had (the embedded check always has one).
   */
  check(texts: readonly string[], signal?: AbortSignal): Promise<readonly number[]>
}

/** The content check cannot answer; the caller makes it 503. The cause is for the log alone. */
export class ModerationUnavailableError extends Error {
  constructor(options?: ErrorOptions) {
    super('the content check is unavailable', options)
    this.name = 'ModerationUnavailableError'
  }
}
