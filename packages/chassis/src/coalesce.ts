import { unavailable } from '@invoicing/contracts'
import { withoutDeadline } from './deadline.ts'

/** One call that waits for its turn in a batch. */
interface Waiting<Q, R> {
  readonly request: Q
  readonly resolve: (result: R) => void
  readonly reject: (error: unknown) => void
}

interface Lane<Q, R> {
  running: boolean
  queue: Waiting<Q, R>[]
}

/**
 * Makes concurrent calls with the same key share one execution: while one runs, the next ones
 * gather and go together when it is done. A single caller waits for nobody, so this costs no
 * latency when idle; under load the batch grows with the load.
 *
 * @param execute does a batch; answers in the order of the requests. A failure is everybody's.
 * @param maxBatch requests in one execution at the most
 * @param maxWaiting requests of one key that wait at the most
 * @throws AppError unavailable when `maxWaiting` calls of the key wait already
 */
export function coalesce<Q, R>(
  execute: (key: string, requests: readonly Q[]) => Promise<readonly R[]>,
  maxBatch = 100,
  maxWaiting = 1_000,
): (key: string, request: Q) => Promise<R> {
  const lanes = new Map<string, Lane<Q, R>>()

  const drain = async (key: string, lane: Lane<Q, R>) => {
    lane.running = true
    while (lane.queue.length > 0) {
      const batch = lane.queue.splice(0, maxBatch)
      try {
        const results = await execute(
          key,
          batch.map((waiting) => waiting.request),
        )
        for (const [index, waiting] of batch.entries()) waiting.resolve(results[index] as R)
      } catch (error) {
        for (const waiting of batch) waiting.reject(error)
      }
    }
    lanes.delete(key)
  }

  return async (key, request) => {
    const { promise, resolve, reject } = Promise.withResolvers<R>()
    const lane = lanes.get(key) ?? { running: false, queue: [] }
    lanes.set(key, lane)
    if (lane.queue.length >= maxWaiting) throw unavailable(new Error(`${maxWaiting} calls wait already`))
    lane.queue.push({ request, resolve, reject })
    // Later batches are other callers' work: the deadline of this one must not hold for them.
    if (!lane.running) void withoutDeadline(() => drain(key, lane))
    return promise
  }
}
