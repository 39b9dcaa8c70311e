import { setTimeout as wait } from 'node:timers/promises'
import {
  type BackingServer,
  type MissingServer,
  type ServerName,
  type ServerOptions,
  ServerUnavailableError,
} from '@invoicing/servers'
import { Backoff } from './backoff.ts'
import type { Guard } from './guard.ts'
import { freePort, isFree } from './ports.ts'
import { identify } from './process-identity.ts'
import { type Reporter, seconds } from './reporter.ts'
import type { ServerState } from './state.ts'

/** Brings one server up; `postgres` is there for the one that keeps its documents in it. */
export type ProvideServer = (
  name: ServerName,
  options: ServerOptions,
  postgres: BackingServer | undefined,
) => Promise<BackingServer>

export interface BackingServersOptions {
  readonly provide: ProvideServer
  readonly names: readonly ServerName[]
  /** The folder, the log and the password of a server. */
  readonly place: (name: ServerName) => { dataDir: string; logFile: string; password: string }
  readonly guard: Guard
  readonly reporter: Reporter
  /** A server came, went, or is another process now. */
  readonly changed: () => void
  /** A server is at another URL than before: who uses it has to be started anew. */
  readonly moved: (name: ServerName) => void
}

/**
 * The order in which they stop: MongoDB's documents may lie in Postgres, which therefore comes last.
 * What hangs before it leaves it this much of the time, in milliseconds, for its shutdown checkpoint.
 */
const STOP_ORDER: readonly (readonly [readonly ServerName[], number])[] = [
  [['mongodb'], 3_000],
  [['nats', 's3'], 2_500],
  [['postgres'], 0],
]

/** Of the time for a stop, what is kept from servers that are still coming up, in milliseconds. */
const STOP_RESERVE_MS = 5_000

/** What else is missing is known within this time, in milliseconds. */
const FAILURES_WITHIN_MS = 3_000

/** How often a server's first start is tried when its port was taken meanwhile. */
const ATTEMPTS = 3

/** The backing servers of one run, kept running: one that dies is started again on its port. */
export class BackingServers {
  readonly #options: BackingServersOptions
  readonly #pending = new Map<ServerName, Promise<BackingServer>>()
  readonly #running = new Map<ServerName, BackingServer>()
  readonly #ports = new Map<ServerName, number>()
  readonly #backoffs = new Map<ServerName, Backoff>()
  readonly #failures = new Map<ServerName, unknown>()
  readonly #stopping = new AbortController()

  constructor(options: BackingServersOptions) {
    this.#options = options
  }

  /** Starts all of them, side by side. */
  start(): void {
    for (const name of this.#options.names) {
      const server = this.#first(name)
      // Whoever waits for it is told, too; without anyone waiting a failure is not one of the process.
      server.catch((error: unknown) => this.#failures.set(name, error))
      this.#pending.set(name, server)
    }
  }

  /** @throws what kept the server from coming up on the first attempt */
  ready(name: ServerName): Promise<BackingServer> {
    const server = this.#pending.get(name)
    if (!server) throw new Error(`no service of the table needs the server ${name}`)
    return server
  }

  /**
   * What kept the servers from coming up, all of it in one: without Docker and Go three are missing,
   * and whoever adds a URL for the first should not meet the second only then.
   */
  async failure(first: unknown): Promise<unknown> {
    if (!(first instanceof ServerUnavailableError)) return first
    await before(Date.now() + FAILURES_WITHIN_MS, Promise.allSettled(this.#pending.values()))
    const missing = new Map<ServerName, MissingServer>()
    for (const error of this.#failures.values()) {
      if (!(error instanceof ServerUnavailableError)) continue
      for (const each of error.missing) missing.set(each.name, each)
    }
    return new ServerUnavailableError([...missing.values()])
  }

  url(name: ServerName): string {
    const server = this.#running.get(name)
    if (!server) throw new Error(`${name} is not running`)
    return server.url
  }

  states(): ServerState[] {
    return Array.from(this.#running.values(), ({ name, pid, address, origin, url }) => ({
      name,
      process: pid === undefined ? null : identify(pid),
      address,
      origin,
      url,
    }))
  }

  /** Stops all of them in order, and kills at the deadline (a time) what has not stopped. */
  async stop(deadline: number): Promise<void> {
    this.#stopping.abort()
    await before(deadline - STOP_RESERVE_MS, Promise.allSettled(this.#pending.values()))
    for (const [names, left] of STOP_ORDER) {
      await Promise.all(names.map((name) => this.#stopOne(name, deadline - left)))
    }
  }

  async #first(name: ServerName): Promise<BackingServer> {
    const started = Date.now()
    const server = await this.#provideDespiteRaces(name)
    const { origin, address } = server
    this.#options.reporter.good(
      `${name.padEnd(10)} ${origin.padEnd(7)} ${address.padEnd(22)} ${seconds(Date.now() - started)}`,
    )
    return server
  }

  /** Between the choice of a port and its use another program may take it: then with another one. */
  async #provideDespiteRaces(name: ServerName): Promise<BackingServer> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#provide(name)
      } catch (error) {
        const port = this.#ports.get(name)
        if (attempt === ATTEMPTS || port === undefined || (await isFree(port))) throw error
      }
    }
  }

  async #provide(name: ServerName): Promise<BackingServer> {
    const { provide, place, guard, reporter, names } = this.#options
    const postgres =
      name === 'mongodb' && names.includes('postgres')
        ? // Without it the server says itself what it is missing, and is not left out of the complaint.
          await this.ready('postgres').catch(() => undefined)
        : undefined
    this.#stopping.signal.throwIfAborted()
    const port = await this.#port(name)
    const server = await provide(
      name,
      { ...place(name), port, report: (line) => reporter.progress(line) },
      postgres,
    )
    if (this.#stopping.signal.aborted) {
      await server.stop()
      this.#stopping.signal.throwIfAborted()
    }
    this.#running.set(name, server)
    if (server.pid !== undefined) guard.watch(server.pid)
    this.#options.changed()
    const started = Date.now()
    server.ended.then((reason) => this.#again(server, reason, Date.now() - started)).catch(() => {})
    return server
  }

  /** The port of this run, or another when somebody took it while the server was down. */
  async #port(name: ServerName): Promise<number> {
    const kept = this.#ports.get(name)
    const port = kept !== undefined && (await isFree(kept)) ? kept : await freePort()
    this.#ports.set(name, port)
    return port
  }

  async #again(dead: BackingServer, reason: string, livedMs: number): Promise<void> {
    const { guard } = this.#options
    if (dead.pid !== undefined) guard.forget(dead.pid)
    if (this.#stopping.signal.aborted || this.#running.get(dead.name) !== dead) return
    await this.#revive(dead, `ended (${reason})`, livedMs)
  }

  async #revive(last: BackingServer, reason: string, livedMs: number): Promise<void> {
    const { reporter, changed, moved } = this.#options
    const { name } = last
    const backoff = this.#backoffs.getOrInsertComputed(name, () => new Backoff())
    let lived = livedMs
    let why = reason
    for (;;) {
      const waitMs = backoff.next(lived)
      reporter.bad(`${name} ${why}; starting it again in ${seconds(waitMs)}`)
      changed()
      await wait(waitMs, undefined, { signal: this.#stopping.signal })
      try {
        const server = this.#provide(name)
        this.#pending.set(name, server)
        const { url, pid } = await server
        reporter.good(`${name} is back${pid === undefined ? '' : ` (pid ${pid})`}`)
        if (url === last.url) return
        moved(name)
        if (name === 'postgres') await this.#replaceMongo()
        return
      } catch (error) {
        this.#stopping.signal.throwIfAborted()
        why = `could not be started (${error instanceof Error ? error.message : String(error)})`
        lived = 0
      }
    }
  }

  /** FerretDB was told where Postgres is at its start. */
  async #replaceMongo(): Promise<void> {
    const server = this.#running.get('mongodb')
    if (server?.origin !== 'native') return
    this.#running.delete('mongodb')
    await server.stop()
    if (server.pid !== undefined) this.#options.guard.forget(server.pid)
    await this.#revive(server, 'has to follow postgres', 0)
  }

  async #stopOne(name: ServerName, deadline: number): Promise<void> {
    const server = this.#running.get(name)
    if (!server) return
    const stopped = await before(deadline, server.stop())
    // Otherwise it stays with the guard, which kills it when it is closed.
    if (!stopped) this.#options.reporter.bad(`${name} did not stop in time and is killed`)
    if (stopped && server.pid !== undefined) this.#options.guard.forget(server.pid)
    this.#running.delete(name)
    this.#options.changed()
  }
}

/** Waits for the work, but not beyond the deadline; whether it succeeded by then. */
async function before(deadline: number, work: Promise<unknown>): Promise<boolean> {
  const giveUp = new AbortController()
  const done = await Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    wait(Math.max(0, deadline - Date.now()), false, { signal: giveUp.signal }).catch(() => false),
  ])
  giveUp.abort()
  return done
}
