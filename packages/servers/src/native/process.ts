import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { lastLine } from './log-file.ts'
import { ProcessGuard } from './process-guard.ts'

/** How long a server may take for a graceful stop before it is killed, in milliseconds. */
export const STOP_WITHIN_MS = 8_000

export interface ProcessOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd: string
  /** Whom to run as, when that is not the user of this process. */
  readonly account?: { readonly uid: number; readonly gid: number } | undefined
  readonly logFile: string
  /** The signal by which this server shuts down in good order. */
  readonly stopSignal: 'SIGTERM' | 'SIGINT'
}

export interface NativeProcess {
  readonly pid: number
  /** Settles with the reason when the process ends without stop() having been called. */
  readonly ended: Promise<string>
  /** Settles with the exit status (null: by a signal) when the process has ended, for whatever reason. */
  readonly exited: Promise<number | null>
  stop(): Promise<void>
}

/** Tells the guard its own process id, and becomes the server: the id stays the same. */
const LAUNCH = `echo $$ >&3 && exec 3>&- && exec "$0" "$@"`

/**
 * Starts a server that does not outlive this process, whatever ends it (process-guard.ts).
 *
 * It leads a process group of its own: Ctrl-C at the terminal is for the one who started it, who
 * then stops the servers in order.
 */
export function startProcess(options: ProcessOptions): NativeProcess {
  const guard = new ProcessGuard(options.stopSignal, options.account)
  const log = openSync(options.logFile, 'a', 0o600)
  const child = spawn('/bin/sh', ['-c', LAUNCH, options.command, ...options.args], {
    cwd: options.cwd,
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', ...options.env },
    stdio: ['ignore', log, log, guard.channel],
    detached: true,
    ...(options.account ? { uid: options.account.uid, gid: options.account.gid } : {}),
  })
  closeSync(log)
  const { pid } = child
  if (pid === undefined) {
    guard.release()
    child.on('error', () => {})
    throw new Error(`cannot run ${options.command}`)
  }
  guard.watch(pid)

  let stopping: Promise<void> | undefined
  const exited = Promise.withResolvers<number | null>()
  const ended = Promise.withResolvers<string>()
  child.once('exit', (code, signal) => {
    guard.release()
    exited.resolve(code)
    if (stopping) return
    const how = signal ? `killed by ${signal}` : `exited with status ${code}`
    const why = lastLine(options.logFile)
    ended.resolve(code && why ? `${how}: ${why}` : how)
  })
  const stop = async () => {
    // child.kill and not process.kill: it signals nothing once the process has been reaped.
    child.kill(options.stopSignal)
    const kill = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
    await exited.promise
    clearTimeout(kill)
  }
  return {
    pid,
    ended: ended.promise,
    exited: exited.promise,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}
