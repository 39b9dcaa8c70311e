import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@invoicing/chassis'
import type { Storage } from './storage.ts'

/** First and longest pause between two attempts, in milliseconds. */
const PAUSE_MS = { first: 200, longest: 5_000 }

/**
 * Makes sure in the background that the bucket exists, for as long as the storage is away. The
 * service listens meanwhile and says that it is not ready.
 *
 * @returns what ends the attempts
 */
export function ensureBucketAtStart(storage: Storage, log: Logger): () => void {
  const stopping = new AbortController()
  const ensure = async () => {
    for (
      let pause = PAUSE_MS.first;
      !stopping.signal.aborted;
      pause = Math.min(pause * 2, PAUSE_MS.longest)
    ) {
      try {
        await storage.ensureBucket()
        log.info('the bucket is there')
        return
      } catch (error) {
        // Once: an outage of hours fills no disk.
        if (pause === PAUSE_MS.first) log.warn({ err: error }, 'the storage is out of reach, trying again')
        await delay(pause, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }
  void ensure()
  return () => stopping.abort()
}
