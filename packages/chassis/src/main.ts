import { ConfigError } from './config.ts'
import type { RunningService } from './service.ts'

/** A stop that lasts longer is cut, in milliseconds; the supervisor kills after 10 s. */
const STOP_MS = 8_000

/**
 * The life of a service's process: build, run until SIGTERM or SIGINT, stop, exit. With
 * SUPERVISED set it also stops when standard input ends, which is how it notices that the
 * launcher above it died. Exits with 0 after a stop, and with 1 when it could not start or stop.
 */
export async function main(build: () => Promise<RunningService>): Promise<void> {
  let service: RunningService | undefined
  let stopping = false

  const stop = async (reason: string) => {
    // A terminal sends SIGINT to every process and the launcher SIGTERM on top: once is enough.
    if (stopping) return
    stopping = true
    // While it is still being built nothing is in flight, and the stores undo what is half done.
    if (service === undefined) process.exit(0)
    const { log } = service
    log.info({ reason }, 'stopping')
    setTimeout(() => {
      log.error(`not stopped within ${STOP_MS} ms, exiting`)
      process.exit(1)
    }, STOP_MS).unref()
    try {
      await service.stop()
      process.exit(0)
    } catch (error) {
      log.error({ err: error }, 'could not stop cleanly')
      process.exit(1)
    }
  }
  process.on('SIGTERM', () => void stop('SIGTERM'))
  process.on('SIGINT', () => void stop('SIGINT'))
  if (process.env.SUPERVISED !== undefined) {
    process.stdin
      .on('end', () => void stop('the launcher ended'))
      .on('error', () => void stop('the launcher ended'))
    process.stdin.resume()
  }

  try {
    service = await build()
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error)
    process.exit(1)
  }
}
