import { join } from 'node:path'
import { provideServer } from './provide.ts'
import type { BackingServer, ServerName, ServerOptions } from './types.ts'
import { ServerUnavailableError } from './unavailable.ts'

/** As for one server; each gets a folder of its own below dataDir, and any free port. */
export type ServersOptions = Omit<ServerOptions, 'port' | 'logFile'>

export interface BackingServers {
  get(name: ServerName): BackingServer
  readonly all: readonly BackingServer[]
  /** Stops all: MongoDB's stand-in before the Postgres under it, the others side by side. */
  stop(): Promise<void>
}

/**
 * Provides several servers side by side. They are of one run: MongoDB's stand-in keeps its documents
 * in the Postgres that is provided here.
 *
 * @throws ServerUnavailableError naming all that are missing; those that were started are stopped first
 */
export async function provideServers(
  names: readonly ServerName[],
  options: ServersOptions,
): Promise<BackingServers> {
  const wanted = new Map<ServerName, Promise<BackingServer>>()
  const optionsOf = (name: ServerName) => ({ ...options, dataDir: join(options.dataDir, name) })
  for (const name of new Set(names)) {
    if (name !== 'mongodb') wanted.set(name, provideServer(name, optionsOf(name)))
  }
  if (names.includes('mongodb')) {
    wanted.set('mongodb', provideMongo(optionsOf('mongodb'), wanted.get('postgres')))
  }

  const outcomes = await Promise.allSettled(wanted.values())
  const all = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  if (failures.length > 0) {
    await stopAll(all)
    throw oneError(failures)
  }
  return {
    all,
    get: (name) => {
      const server = all.find((each) => each.name === name)
      if (!server) throw new Error(`${name} was not asked for`)
      return server
    },
    stop: () => stopAll(all),
  }
}

async function provideMongo(
  options: ServerOptions,
  postgres: Promise<BackingServer> | undefined,
): Promise<BackingServer> {
  // Without the common one it tries its own, and says what is missing.
  return provideServer('mongodb', options, await postgres?.catch(() => undefined))
}

async function stopAll(servers: readonly BackingServer[]): Promise<void> {
  const last = servers.filter(({ name }) => name === 'postgres')
  await Promise.all(servers.filter((server) => !last.includes(server)).map((server) => server.stop()))
  await Promise.all(last.map((server) => server.stop()))
}

/** What is wrong with anything else than the chain comes first. */
function oneError(failures: readonly unknown[]): unknown {
  const missing = failures.flatMap((error) => (error instanceof ServerUnavailableError ? error.missing : []))
  const other = failures.find((error) => !(error instanceof ServerUnavailableError))
  if (other !== undefined) return other
  const byName = new Map(missing.map((each) => [each.name, each]))
  return new ServerUnavailableError([...byName.values()])
}
