import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { Backoff } from './backoff.ts'
import type { Guard } from './guard.ts'
import { lastWords } from './log-files.ts'

/** What is run, and what is asked anew at each start of it. */
export interface Program {
  readonly name: string
  /** A TypeScript file that Node runs. */
  readonly entry: string
  readonly cwd: string
  readonly log: string
  environment(): Record<string, string>
  /** Runs before a restart: puts right what would make it fail again, such as a port that was taken. */
  beforeRestart(): Promise<void>
}

export interface ServiceEvents {
  started(name: string, pid: number): void
  /** The process ended without being asked to; it is started again after `waitMs`. */
  ended(name: string, reason: string, waitMs: number): void
  /** The process did not stop in the time it had. */
  killed(name: string, afterMs: number): void
}

/** A service's process, kept running: one that dies is started again, ever more slowly. */
export class ServiceProcess {
  readonly #program: Program
  readonly #guard: Guard
  readonly #events: ServiceEvents
  readonly #backoff = new Backoff()
  #child: ChildProcess | undefined
  #ended: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #stopped = false
  #replacing = false

  constructor(program: Program, guard: Guard, events: ServiceEvents) {
    this.#program = program
    this.#guard = guard
    this.#events = events
  }

  get name(): string {
    return this.#program.name
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  start(): void {
    if (this.#stopped || this.#child) return
    const { name, entry, cwd, log } = this.#program
    const started = Date.now()
    const output = openSync(log, 'a', 0o600)
    let child: ChildProcess
    try {
      child = spawn(process.execPath, [entry], {
        cwd,
        env: this.#program.environment(),
        // A group of its own: the terminal's Ctrl-C reaches the launcher alone, which stops in order.
        detached: true,
        stdio: ['pipe', output, output],
      })
    } finally {
      closeSync(output)
    }
    this.#child = child
    // Nothing is ever written; its end tells the service that the launcher is gone.
    child.stdin?.on('error', () => {})
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#ended = promise
    const end = (reason: string) => {
      if (this.#child !== child) return
      this.#child = undefined
      if (child.pid !== undefined) {
        this.#guard.forget(child.pid)
        killGroup(child.pid)
      }
      resolve()
      if (!this.#stopped && !this.#replacing) this.#again(reason, Date.now() - started)
    }
    child.once('error', (error) => end(`could not be started: ${error.message}`))
    child.once('exit', (code, signal) => end(signal ? `killed by ${signal}` : `exit code ${code}`))
    if (child.pid === undefined) return
    this.#guard.watch(child.pid)
    this.#events.started(name, child.pid)
  }

  /** Ends the process and starts it again at once, with a fresh environment. */
  async restart(graceMs: number): Promise<void> {
    if (this.#stopped) return
    clearTimeout(this.#timer)
    this.#replacing = true
    await this.#end(graceMs)
    this.#replacing = false
    this.start()
  }

  /** From now on the process may end, and is not started again. */
  retire(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  /** Asks the process to stop, kills it after `graceMs`, and resolves once it is gone. It stays stopped. */
  async stop(graceMs: number): Promise<void> {
    this.retire()
    await this.#end(graceMs)
  }

  async #end(graceMs: number): Promise<void> {
    const child = this.#child
    if (!child) return
    child.kill('SIGTERM')
    // SIGKILL also ends what is suspended, to which SIGTERM does not get through.
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      this.#events.killed(this.name, graceMs)
    }, graceMs)
    await this.#ended
    clearTimeout(timer)
  }

  #again(reason: string, livedMs: number): void {
    const waitMs = this.#backoff.next(livedMs)
    const lastLine = lastWords(this.#program.log)
    this.#events.ended(
      this.name,
      lastLine === undefined ? reason : `${reason}; its last line: ${lastLine}`,
      waitMs,
    )
    this.#timer = setTimeout(() => {
      this.#program.beforeRestart().then(
        () => this.start(),
        (error: unknown) => this.#again(String(error), 0),
      )
    }, waitMs)
  }
}

/** What a service started itself, and left behind when it died. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing of the group is left, which is the usual case.
  }
}
