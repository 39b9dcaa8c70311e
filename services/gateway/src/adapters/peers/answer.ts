/**
 * An RPC whose answer is one message field, as a function that answers that message. Proto3 has no
 * required message, so a peer that leaves it out is at fault, and says so here instead of further on.
 */
export function answer<Q, R, K extends keyof R & string>(
  call: (request: Q, ms?: number) => Promise<R>,
  field: K,
): (request: Q) => Promise<NonNullable<R[K]>> {
  return async (request) => {
    const message = (await call(request))[field]
    if (message === undefined || message === null) throw new TypeError(`a peer answered without ${field}`)
    return message
  }
}
