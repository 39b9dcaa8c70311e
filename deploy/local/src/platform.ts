import { rmSync } from 'node:fs'
import type { ServerName } from '@invoicing/servers'
import { BackingServers, type ProvideServer } from './backing-servers.ts'
import { pathsOf } from './data-dir.ts'
import { createDatabases } from './databases.ts'
import { codeOf } from './error-code.ts'
import { Guard } from './guard.ts'
import { isServiceReady } from './health.ts'
import { LogFiles, lastLines } from './log-files.ts'
import type { HeldPort } from './ports.ts'
import { identify } from './process-identity.ts'
import { awaitReady, READY_WITHIN_MS } from './readiness.ts'
import { type Reporter, seconds } from './reporter.ts'
import type { Secrets } from './secrets.ts'
import { Services } from './services.ts'
import { type Settings, urlOf } from './settings.ts'
import { writeState } from './state.ts'
import { environmentOf, GATEWAY, type ServiceSpec } from './topology.ts'

/** Everything is gone within this time of a stop, in milliseconds: 10 s are promised. */
const STOP_MS = 8_500
const BACK_WITHIN_MS = 30_000
const LINES_SHOWN = 5

/** Why the platform did not come up, in lines for people. */
export class StartError extends Error {
  override name = 'StartError'
}

export interface PlatformOptions {
  readonly settings: Settings
  readonly secrets: Secrets
  readonly topology: readonly ServiceSpec[]
  /** The folder that holds `<name>/src/main.ts` of every service. */
  readonly servicesFolder: string
  /** The working folder of the services. */
  readonly cwd: string
  readonly provide: ProvideServer
  /** The gateway's HTTP port, held until the gateway takes it over. */
  readonly port: HeldPort
  readonly reporter: Reporter
  readonly readyWithinMs?: number
}

/** A whole platform: its backing servers and its services, kept running until it is stopped. */
export class Platform {
  readonly #options: PlatformOptions
  readonly #logs: LogFiles
  readonly #guard: Guard
  readonly #servers: BackingServers
  readonly #services: Services
  readonly #stopping = new AbortController()
  readonly #launcher = identify(process.pid)
  #ready = false
  #stopped: Promise<void> | undefined

  constructor(options: PlatformOptions) {
    this.#options = options
    const { settings, secrets, topology, reporter } = options
    const paths = pathsOf(settings.dataDir)
    this.#guard = new Guard(settings.dataDir)
    this.#logs = new LogFiles(paths.logs)
    this.#servers = new BackingServers({
      provide: options.provide,
      names: [...new Set(topology.flatMap(({ servers }) => servers))],
      place: (name) => ({
        dataDir: paths.server(name),
        logFile: this.#logs.path(name),
        password: passwordOf(name, secrets),
      }),
      guard: this.#guard,
      reporter,
      changed: () => this.#writeState(),
      moved: (server) => this.#services.restartUsersOf({ server }),
    })
    this.#services = new Services({
      topology,
      folder: options.servicesFolder,
      cwd: options.cwd,
      logs: this.#logs,
      guard: this.#guard,
      reporter,
      environment: (spec) => this.#environment(spec),
      changed: () => this.#writeState(),
      restarted: (name) => void this.#reportReturn(name),
    })
  }

  /** The gateway as this machine reaches it. */
  get localUrl(): string {
    return urlOf(this.#options.settings.host, this.#options.port.port)
  }

  get publicUrl(): string {
    return this.#options.settings.publicUrl ?? this.localUrl
  }

  get adminAddress(): string {
    return this.#services.address(GATEWAY)
  }

  /**
   * Starts the servers side by side, each service as soon as its own are there, and waits until all
   * of it is ready.
   *
   * @throws StartError naming what is not ready in time; ServerUnavailableError naming what is missing
   */
  async start(): Promise<void> {
    const { topology, reporter, readyWithinMs } = this.#options
    await this.#services.choosePorts()
    const started = Date.now()
    try {
      await this.#startProcesses()
    } catch (error) {
      throw await this.#servers.failure(error)
    }
    const missing = await awaitReady(
      {
        services: topology.map(({ name }) => ({
          name,
          address: () => this.#services.address(name),
          isRunning: () => this.#services.isRunning(name),
        })),
        gatewayUrl: this.localUrl,
        stopping: this.#stopping.signal,
        report: (line) => reporter.progress(line),
      },
      readyWithinMs,
    )
    if (missing.length > 0) throw new StartError(this.#complaint(missing))
    reporter.good(
      `services   ${topology.map(({ name }) => name).join(', ')}   ${seconds(Date.now() - started)}`,
    )
  }

  /** Says in the state file that the platform is up, all of it. */
  markReady(): void {
    this.#ready = true
    this.#writeState()
  }

  /** Stops everything in order; nothing of it is left 10 s later. May be called at any time, and more than once. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop()
    return this.#stopped
  }

  async #stop(): Promise<void> {
    const deadline = Date.now() + STOP_MS
    this.#ready = false
    this.#stopping.abort()
    await this.#options.port.release()
    await this.#services.stop()
    await this.#servers.stop(deadline)
    await this.#guard.close()
    this.#logs.close()
    rmSync(pathsOf(this.#options.settings.dataDir).state, { force: true })
  }

  async #startProcesses(): Promise<void> {
    this.#servers.start()
    const databases = this.#databases()
    databases.catch(() => {})
    await Promise.all(
      this.#options.topology.map(async (spec) => {
        await Promise.all(spec.servers.map((name) => this.#servers.ready(name)))
        if (spec.database) await databases
        if (spec.name === GATEWAY) await this.#options.port.release()
        this.#stopping.signal.throwIfAborted()
        this.#services.start(spec.name)
      }),
    )
  }

  async #databases(): Promise<void> {
    const names = this.#options.topology.flatMap(({ database }) => database ?? [])
    if (names.length === 0) return
    const { url } = await this.#servers.ready('postgres')
    await createDatabases(url, names)
  }

  #environment(spec: ServiceSpec): Record<string, string> {
    const { settings, secrets, port } = this.#options
    return environmentOf(
      spec,
      { settings, secrets, httpPort: port.port, publicUrl: this.publicUrl },
      { service: (name) => this.#services.address(name), server: (name) => this.#servers.url(name) },
    )
  }

  async #reportReturn(name: string): Promise<void> {
    const deadline = Date.now() + BACK_WITHIN_MS
    while (Date.now() < deadline && !this.#stopping.signal.aborted && this.#services.isRunning(name)) {
      if (!(await isServiceReady(this.#services.address(name), 1_000, true))) continue
      const pid = this.#services.states().find((service) => service.name === name)?.process?.pid
      if (pid !== undefined && !this.#stopping.signal.aborted)
        this.#options.reporter.good(`${name} is back (pid ${pid})`)
      return
    }
  }

  #writeState(): void {
    const { settings, reporter } = this.#options
    try {
      writeState(settings.dataDir, {
        launcher: this.#launcher,
        ready: this.#ready,
        url: this.publicUrl,
        localUrl: this.localUrl,
        adminAddress: this.adminAddress,
        services: this.#services.states(),
        servers: this.#servers.states(),
      })
    } catch (error) {
      // A full disk must not end what runs; the status command is then out of date.
      reporter.bad(`the state file could not be written (${codeOf(error)})`)
    }
  }

  #complaint(missing: readonly string[]): string {
    return missing
      .map((name) => {
        const log = this.#services.log(name)
        const lines = lastLines(log, LINES_SHOWN).map((line) => `    ${line}`)
        return [
          `${name} is not ready after ${seconds(this.#options.readyWithinMs ?? READY_WITHIN_MS)}; its log is ${log}${lines.length > 0 ? ', which ends with' : ' (empty)'}`,
          ...lines,
        ].join('\n')
      })
      .join('\n')
  }
}

function passwordOf(name: ServerName, secrets: Secrets): string {
  const passwords: Readonly<Record<ServerName, string>> = {
    postgres: secrets.POSTGRES_PASSWORD,
    mongodb: secrets.MONGODB_PASSWORD,
    nats: secrets.NATS_PASSWORD,
    s3: secrets.S3_SECRET_KEY,
  }
  return passwords[name]
}
