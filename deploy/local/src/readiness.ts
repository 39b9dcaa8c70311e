import { setTimeout as wait } from 'node:timers/promises'
import { isGatewayReady, isServiceReady } from './health.ts'

/** From the start of the last service until all are ready, in milliseconds. */
export const READY_WITHIN_MS = 60_000
const PROBE_MS = 2_000
const INTERVAL_MS = 50
/** People are told what is being waited for this often, in milliseconds. */
const PATIENCE_MS = 10_000

export interface Awaited {
  readonly services: readonly { readonly name: string; address(): string; isRunning(): boolean }[]
  readonly gatewayUrl: string
  readonly stopping: AbortSignal
  readonly report: (line: string) => void
}

/**
 * Waits until every service and then the gateway as a whole is ready.
 *
 * @returns the names of what is not ready in time; [] when all are
 */
export async function awaitReady(awaited: Awaited, withinMs = READY_WITHIN_MS): Promise<string[]> {
  const { services, gatewayUrl, stopping, report } = awaited
  const deadline = Date.now() + withinMs
  const missing = new Set(services.map(({ name }) => name))
  const impatience = setInterval(() => report(`still waiting for ${[...missing].join(', ')}`), PATIENCE_MS)
  try {
    await Promise.all(
      services.map(async (service) => {
        const ready = () => isServiceReady(service.address(), PROBE_MS, true)
        if (await until(async () => service.isRunning() && (await ready()), deadline, stopping))
          missing.delete(service.name)
      }),
    )
    if (missing.size > 0) return [...missing]
    missing.add('gateway')
    return (await until(() => isGatewayReady(gatewayUrl, PROBE_MS), deadline, stopping)) ? [] : ['gateway']
  } finally {
    clearInterval(impatience)
  }
}

async function until(
  holds: () => Promise<boolean>,
  deadline: number,
  stopping: AbortSignal,
): Promise<boolean> {
  for (;;) {
    if (await holds()) return true
    if (Date.now() >= deadline) return false
    await wait(INTERVAL_MS, undefined, { signal: stopping })
  }
}
