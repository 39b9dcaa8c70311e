import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<number>()

/**
 * Runs a piece of work under a deadline that every call made inside it inherits.
 *
 * @param at milliseconds since the epoch; an earlier deadline around it stays in force
 */
export function withDeadline<T>(at: number, work: () => T): T {
  return current.run(Math.min(at, current.getStore() ?? Number.POSITIVE_INFINITY), work)
}

/** The deadline for a call of at most `ms` milliseconds: sooner when the work around it ends sooner. */
export function deadlineWithin(ms: number): number {
  return Math.min(Date.now() + ms, current.getStore() ?? Number.POSITIVE_INFINITY)
}

/** Runs work on behalf of others than the caller: none of the deadlines around it hold for it. */
export function withoutDeadline<T>(work: () => T): T {
  return current.run(Number.POSITIVE_INFINITY, work)
}
