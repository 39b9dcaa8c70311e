import type { ServerName } from '@invoicing/servers'
import { pathsOf } from './data-dir.ts'
import { readPrivateJson, writePrivateJson } from './private-file.ts'
import { isAlive, type ProcessIdentity } from './process-identity.ts'

export { readSecrets, type Secrets } from './secrets.ts'

export interface ServiceState {
  readonly name: string
  /** null while it is not running. */
  readonly process: ProcessIdentity | null
  /** host:port of its gRPC API. */
  readonly address: string
}

export interface ServerState {
  readonly name: ServerName
  /** null where it is not a process of this machine's user: a container, or a URL. */
  readonly process: ProcessIdentity | null
  /** host:port, without credentials. */
  readonly address: string
  readonly origin: string
  /** With credentials, for the probe of the status command; the file is its owner's alone. */
  readonly url: string
}

/** What is known of a running platform: DATA_DIR/run/state.json. */
export interface State {
  readonly launcher: ProcessIdentity
  /** Whether it has been ready since this start; the status command asks anew. */
  readonly ready: boolean
  /** The address integrators use: PUBLIC_URL, or the local one. */
  readonly url: string
  /** The gateway's HTTP address as this machine reaches it. */
  readonly localUrl: string
  /** host:port of the gateway's gRPC API, which has the AdminService. */
  readonly adminAddress: string
  readonly services: readonly ServiceState[]
  readonly servers: readonly ServerState[]
}

/** The state of the platform that runs on a data folder; undefined when none does. */
export function readState(dataDir: string): State | undefined {
  const state = readLeftState(dataDir)
  return state && isAlive(state.launcher) ? state : undefined
}

/** The state that was written last, even if its launcher is gone; undefined when there is none that can be read. */
export function readLeftState(dataDir: string): State | undefined {
  try {
    const state = readPrivateJson(pathsOf(dataDir).state)
    return isState(state) ? state : undefined
  } catch {
    return undefined
  }
}

export function writeState(dataDir: string, state: State): void {
  writePrivateJson(pathsOf(dataDir).state, state)
}

/** Enough of a check for a file that only this program writes: one of another version is as none. */
function isState(value: unknown): value is State {
  const state = Object(value)
  return (
    Number.isInteger(Object(state.launcher).pid) &&
    Array.isArray(state.services) &&
    Array.isArray(state.servers)
  )
}
