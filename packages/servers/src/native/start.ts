import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { addressOf } from '../given-url.ts'
import { probeServer } from '../probe.ts'
import type { BackingServer, ServerName, ServerOptions } from '../types.ts'
import { CannotStart } from '../unavailable.ts'
import { forgetProcess, rememberedProcess, rememberProcess, stopEarlierProcess } from './earlier-process.ts'
import { rotateLog, tail } from './log-file.ts'
import { freePort, isPortFree } from './ports.ts'
import { type NativeProcess, type ProcessOptions, startProcess } from './process.ts'

/** Long enough for a recovery after a crash on a slow disk, in milliseconds. */
const READY_WITHIN_MS = 60_000
const POLL_MS = 50
/** How often a start is tried that failed for a reason which passes. */
const ATTEMPTS = 20
const PORT_TAKEN = /address already in use|could not bind/i

export interface NativeServer {
  readonly name: ServerName
  /** In its command line, and in no other server's: a path below its data folder. */
  readonly marker: string
  readonly stopSignal: ProcessOptions['stopSignal']
  /** The process id that the server itself keeps in its data folder. */
  readonly earlierPid?: () => number | undefined
  /** Makes ready and tells what to run. */
  readonly process: (port: number) => Omit<ProcessOptions, 'logFile' | 'stopSignal'>
  readonly url: (port: number) => string
  /** In the log of a start that may succeed if it is tried again. */
  readonly passing?: RegExp
  /** Whether it is up; throws CannotStart when it never will be. Undefined: the probe of ready(). */
  readonly isUp?: (url: string) => Promise<boolean>
}

/**
 * Starts a server as a process of this machine, and waits until it answers. Without a port given, a
 * free one is chosen, and another one when that has been taken meanwhile.
 *
 * @throws CannotStart with the last line of the server's log
 */
export async function startNative(server: NativeServer, options: ServerOptions): Promise<BackingServer> {
  const { name, marker, stopSignal, passing } = server
  const logFile = options.logFile ?? join(options.dataDir, `${name}.log`)
  const pidFile = join(options.dataDir, `${name}.pid`)
  mkdirSync(dirname(logFile), { recursive: true })
  rotateLog(logFile)
  const remembered = rememberedProcess(pidFile)
  const pid = server.earlierPid?.()
  const earlier = pid === undefined || pid === remembered?.pid ? remembered : { pid }
  if (earlier) await stopEarlierProcess({ ...earlier, marker, stopSignal })

  for (let attempt = 1; ; attempt++) {
    const port = await portFor(options)
    const running = startProcess({ ...server.process(port), stopSignal, logFile })
    rememberProcess(pidFile, running.pid)
    running.exited.then(() => forgetProcess(pidFile)).catch(() => {})
    const url = server.url(port)
    const isUp = server.isUp ?? ((at) => probeServer(name, at))
    const failure = await untilUp(running, () => isUp(url))
    if (failure === undefined) {
      return {
        name,
        origin: 'native',
        url,
        address: addressOf(url),
        pid: running.pid,
        ended: running.ended,
        ready: () => probeServer(name, url),
        stop: () => running.stop(),
      }
    }
    const log = tail(logFile)
    const again = (options.port === undefined && PORT_TAKEN.test(log)) || passing?.test(log)
    if (!again || attempt === ATTEMPTS) throw new CannotStart(`${failure} (log: ${logFile})`)
    await wait(POLL_MS * attempt)
  }
}

async function portFor({ port }: ServerOptions): Promise<number> {
  if (port === undefined) return freePort()
  if (!(await isPortFree(port))) throw new CannotStart(`port ${port} of 127.0.0.1 is in use`)
  return port
}

/** Waits until the server answers. @returns in words why it never will */
async function untilUp(running: NativeProcess, isUp: () => Promise<boolean>): Promise<string | undefined> {
  let end: string | undefined
  running.ended.then((reason) => {
    end = reason
  })
  const deadline = Date.now() + READY_WITHIN_MS
  try {
    while (Date.now() < deadline) {
      // The one who answers might be another's server, as long as ours has not been seen to live on.
      if ((await isUp()) && end === undefined) return undefined
      if (end !== undefined) return end
      await Promise.race([running.exited, wait(POLL_MS)])
    }
  } catch (error) {
    await running.stop()
    throw error
  }
  await running.stop()
  return `it did not answer within ${READY_WITHIN_MS / 1000} s`
}
