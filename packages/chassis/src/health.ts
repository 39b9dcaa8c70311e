import {
  type HealthServer,
  HealthCheckResponse_ServingStatus as Serving,
} from '@invoicing/contracts/gen/grpc/health/v1/health'
import type { Logger } from './log.ts'
import { within } from './within.ts'

/** Per store, a probe that settles when the store answers. */
export type Checks = Map<string, () => Promise<unknown>>

/** A store that takes longer than this is not ready, in milliseconds. */
const CHECK_MS = 2_000

/** The names of the stores that do not answer now. Bounded by CHECK_MS, whatever the probes do. */
export async function failingChecks(checks: Checks, log: Logger): Promise<string[]> {
  const failing = await Promise.all(
    Array.from(checks, async ([name, answers]) => {
      try {
        await within(CHECK_MS, answers())
        return undefined
      } catch (error) {
        log.debug({ store: name, err: error }, 'not ready')
        return name
      }
    }),
  )
  return failing.filter((name) => name !== undefined)
}

/** The standard gRPC health service: "" asks for readiness, "live" for the process alone. */
export function healthService(checks: Checks, log: Logger): HealthServer {
  return {
    check: (call, callback) => {
      if (call.request.service === 'live') return callback(null, { status: Serving.SERVING })
      failingChecks(checks, log).then(
        (failing) => callback(null, { status: failing.length === 0 ? Serving.SERVING : Serving.NOT_SERVING }),
        (error) => callback(error),
      )
    },
  }
}
