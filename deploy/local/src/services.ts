import { join } from 'node:path'
import type { ServerName } from '@invoicing/servers'
import type { Guard } from './guard.ts'
import type { LogFiles } from './log-files.ts'
import { freePort, isFree } from './ports.ts'
import { identify } from './process-identity.ts'
import { type Reporter, seconds } from './reporter.ts'
import { ServiceProcess } from './service-process.ts'
import type { ServiceState } from './state.ts'
import { GATEWAY, type ServiceSpec } from './topology.ts'

/** What a service in flight gets to finish, in milliseconds, before it is killed. */
const GATEWAY_STOP_MS = 3_000
const STOP_MS = 2_000

export interface ServicesOptions {
  readonly topology: readonly ServiceSpec[]
  /** The folder that holds `<name>/src/main.ts`. */
  readonly folder: string
  readonly cwd: string
  readonly logs: LogFiles
  readonly guard: Guard
  readonly reporter: Reporter
  readonly environment: (spec: ServiceSpec) => Record<string, string>
  /** A service came, went, or moved. */
  readonly changed: () => void
  /** A service was started again after it had ended. */
  readonly restarted: (name: string) => void
}

/** The services of one run, each a process of its own, and where they are. */
export class Services {
  readonly #options: ServicesOptions
  readonly #processes = new Map<string, ServiceProcess>()
  readonly #ports = new Map<string, number>()
  readonly #ended = new Set<string>()

  constructor(options: ServicesOptions) {
    this.#options = options
    for (const spec of options.topology) this.#processes.set(spec.name, this.#describe(spec))
  }

  /** Chooses every service's port before any starts, so that each can be told of the others. */
  async choosePorts(): Promise<void> {
    for (const { name } of this.#options.topology) this.#ports.set(name, await freePort())
  }

  start(name: string): void {
    this.#get(name).start()
  }

  address(name: string): string {
    const port = this.#ports.get(name)
    if (port === undefined) throw new Error(`no service ${name} in the table`)
    return `127.0.0.1:${port}`
  }

  isRunning(name: string): boolean {
    return this.#get(name).pid !== undefined
  }

  log(name: string): string {
    return this.#options.logs.path(name)
  }

  states(): ServiceState[] {
    return Array.from(this.#processes.values(), ({ name, pid }) => ({
      name,
      process: pid === undefined ? null : identify(pid),
      address: this.address(name),
    }))
  }

  /** Starts anew, with the addresses of now, those that use what has moved. */
  restartUsersOf(moved: { server: ServerName } | { peer: string }): void {
    for (const { name, servers, peers } of this.#options.topology) {
      const uses = 'server' in moved ? servers.includes(moved.server) : peers.includes(moved.peer)
      if (!uses || !this.isRunning(name)) continue
      this.#options.reporter.progress(`${name} is started anew: ${Object.values(moved)[0]} has moved`)
      void this.#get(name).restart(STOP_MS)
    }
  }

  /** First the gateway, so that nothing new comes in, then the others side by side. */
  async stop(): Promise<void> {
    const all = [...this.#processes.values()]
    // From here on nothing is started again, whichever part ends first.
    for (const each of all) each.retire()
    await this.#processes.get(GATEWAY)?.stop(GATEWAY_STOP_MS)
    await Promise.all(all.map((each) => each.stop(STOP_MS)))
  }

  #describe(spec: ServiceSpec): ServiceProcess {
    const { folder, cwd, logs, guard, reporter, environment, changed, restarted } = this.#options
    return new ServiceProcess(
      {
        name: spec.name,
        entry: join(folder, spec.name, 'src', 'main.ts'),
        cwd,
        log: logs.path(spec.name),
        environment: () => environment(spec),
        beforeRestart: () => this.#moveIfTaken(spec.name),
      },
      guard,
      {
        started: (name) => {
          changed()
          if (this.#ended.delete(name)) restarted(name)
        },
        ended: (name, reason, waitMs) => {
          this.#ended.add(name)
          reporter.bad(`${name} ended (${reason}); starting it again in ${seconds(waitMs)}`)
          changed()
        },
        killed: (name, afterMs) =>
          reporter.bad(`${name} did not stop within ${seconds(afterMs)} and was killed`),
      },
    )
  }

  /** Somebody else took the port before the service did, or while it was down: another one, told to its callers. */
  async #moveIfTaken(name: string): Promise<void> {
    const port = this.#ports.get(name)
    if (port !== undefined && (await isFree(port))) return
    this.#ports.set(name, await freePort())
    this.restartUsersOf({ peer: name })
  }

  #get(name: string): ServiceProcess {
    const process = this.#processes.get(name)
    if (!process) throw new Error(`no service ${name} in the table`)
    return process
  }
}
