import { ConfigError } from './config.ts'
import type { RunningService } from './service.ts'

/** A stop that lasts longer is cut, in milliseconds; the supervisor kills after 10 s. */
const STOP_MS = 8_000

/**
 * The life of a service's process: build, run until SIGTERM or SIGINT, stop, exit. With
 * SUPERVISED set it also stops when standard input ends, which is how it notices that the
 * launcher above it died.
 */
export async function main(build: () => Promise<RunningService>): Promise<void> {
  let service: RunningService | undefined
  let stopping = false

  const stop = async (reason: string) => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), STOP_MS).unref()
    service?.log.info({ reason }, 'stopping')
    await service?.stop()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop('SIGTERM'))
  process.on('SIGINT', () => void stop('SIGINT'))
  if (process.env['SUPERVISED'] !== undefined) {
    process.stdin
      .on('end', () => void stop('the launcher ended'))
      .on('error', () => void stop('the launcher ended'))
    process.stdin.resume()
  }

  try {
    service = await build()
    // A signal that came while building found nothing to stop yet.
    if (stopping) await service.stop()
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error)
    process.exit(1)
  }
}
