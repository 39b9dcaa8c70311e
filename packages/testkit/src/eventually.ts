import { setTimeout as wait } from 'node:timers/promises'

const WITHIN_MS = 5_000
const FIRST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 200

export interface EventuallyOptions {
  /** How long it may take, in milliseconds; 5 s unless told. */
  readonly within?: number
}

/**
 * Asks again and again until the function neither throws nor answers false or undefined.
 *
 * @returns that answer
 * @throws Error with what the last attempt came to, when the time is up; an attempt that hangs is given up then
 */
export async function eventually<T>(
  attempt: () => T | Promise<T>,
  { within = WITHIN_MS }: EventuallyOptions = {},
): Promise<Exclude<T, false | undefined>> {
  const deadline = Date.now() + within
  let last: unknown = 'it did not answer'
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const outcome = await until(deadline, attempt)
    if (outcome.kind === 'answer' && isAnswer(outcome.value)) return outcome.value
    if (outcome.kind === 'answer') last = `it was ${outcome.value}`
    if (outcome.kind === 'failure') last = outcome.error
    if (Date.now() >= deadline) throw timeUp(within, last)
    await wait(Math.min(pause, Math.max(0, deadline - Date.now())))
  }
}

type Outcome<T> =
  | { readonly kind: 'answer'; readonly value: T }
  | { readonly kind: 'failure'; readonly error: unknown }
  | { readonly kind: 'silence' }

/** One attempt, waited for until the deadline. */
async function until<T>(deadline: number, attempt: () => T | Promise<T>): Promise<Outcome<T>> {
  const silence = new AbortController()
  const work = async (): Promise<Outcome<T>> => {
    try {
      return { kind: 'answer', value: await attempt() }
    } catch (error) {
      return { kind: 'failure', error }
    }
  }
  const bound = wait(Math.max(0, deadline - Date.now()), undefined, { signal: silence.signal }).then(
    (): Outcome<T> => ({ kind: 'silence' }),
    (): Outcome<T> => ({ kind: 'silence' }),
  )
  const outcome = await Promise.race([work(), bound])
  silence.abort()
  return outcome
}

function isAnswer<T>(value: T): value is Exclude<T, false | undefined> {
  return value !== false && value !== undefined
}

function timeUp(within: number, last: unknown): Error {
  const why = last instanceof Error ? last.message : String(last)
  return new Error(`not within ${within} ms; at last: ${why}`, { cause: last })
}
