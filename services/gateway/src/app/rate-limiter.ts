import { RateWindow } from '../domain/rate-window.ts'

/**
 * Grants each key `limit` requests in any rolling minute (specification 8). Counted in this
 * process alone.
 *
 * @param now a monotonic clock, in milliseconds: a corrected wall clock must not open or close the window
 */
export function rateLimiter(limit: number, now: () => number = () => performance.now()) {
  // In the order of their last granted request, so that idle windows are found at the front.
  const windows = new Map<string, RateWindow>()

  const evictIdle = (at: number) => {
    for (const [keyId, window] of windows) {
      if (!window.isIdle(at)) return
      windows.delete(keyId)
    }
  }

  return {
    accept(keyId: string): boolean {
      const at = now()
      const window = windows.get(keyId) ?? new RateWindow(limit)
      if (!window.accept(at)) return false
      windows.delete(keyId)
      windows.set(keyId, window)
      evictIdle(at)
      return true
    },
    /** The keys whose windows are held in memory. */
    get size(): number {
      return windows.size
    },
  }
}
