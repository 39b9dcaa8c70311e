import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@invoicing/chassis'

/** How often it looks, in milliseconds. */
const PERIOD_MS = 5_000

/**
 * Finishes half-done writes, again and again until it is stopped.
 *
 * @param afterMs how old a write must be to count as left behind, in milliseconds
 */
export function startSweeper(
  finishWrites: (before: Date) => Promise<number>,
  { afterMs, log }: { readonly afterMs: number; readonly log: Logger },
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = () => delay(Math.min(PERIOD_MS, afterMs), undefined, { signal }).catch(() => {})
  const run = async () => {
    for (await pause(); !signal.aborted; await pause()) {
      try {
        const finished = await finishWrites(new Date(Date.now() - afterMs))
        if (finished > 0) log.info({ finished }, 'finished writes that were left half done')
      } catch (error) {
        log.warn({ err: error }, 'half-done writes wait')
      }
    }
  }
  const done = run()
  return {
    stop: async () => {
      stopping.abort()
      await done
    },
  }
}
