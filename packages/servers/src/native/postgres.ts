import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { PROBE_MS } from '../probe.ts'
import type { BackingServer, ServerOptions } from '../types.ts'
import { CannotStart } from '../unavailable.ts'
import { isKnown, isStillThere } from './earlier-process.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { postgresFolder } from './postgres-folder.ts'
import { initdb } from './postgres-initdb.ts'
import { startNative } from './start.ts'

/** Modest: a laptop runs this beside six services and a browser. In a container as well. */
export const POSTGRES_SETTINGS: readonly string[] = [
  'max_connections=200',
  'shared_buffers=256MB',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_checkpoints=off',
]

/** For data that a test throws away. */
export const EPHEMERAL_SETTINGS: readonly string[] = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
]

/** Its sockets would have to lie in a folder with a short path; everybody here speaks TCP. */
const LOOPBACK_ONLY: readonly string[] = ['listen_addresses=127.0.0.1', 'unix_socket_directories=']

/** Postgres 18 from npm, on 127.0.0.1, superuser `postgres` by scram-sha-256. */
export async function startPostgres(options: ServerOptions): Promise<BackingServer> {
  const { password, report, ephemeral = false } = options
  const { folder, account, discard } = await postgresFolder(options)
  const binaries = postgresBinaries(account, report)
  const data = join(folder, 'data')
  if (!existsSync(data)) await initdb({ binaries, data, password, account, ephemeral })

  const settings = [...LOOPBACK_ONLY, ...POSTGRES_SETTINGS, ...(ephemeral ? EPHEMERAL_SETTINGS : [])]
  const server = await startNative(
    {
      name: 'postgres',
      marker: data,
      // A fast shutdown, which does not wait for the clients.
      stopSignal: 'SIGINT',
      earlierPid: () => lockHolder(data),
      process: (port) => {
        disownLock(data)
        return {
          command: binaries.postgres,
          args: ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
          env: { LC_ALL: 'C' },
          cwd: folder,
          account,
        }
      },
      url: (port) => `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
      isUp: (url) => isUp(url, folder),
      // The backends of a postmaster that was killed notice it within moments, and let go of its memory.
      passing: /shared memory block .* still in use/,
    },
    options,
  )
  return { ...server, stop: () => server.stop().then(discard) }
}

async function isUp(url: string, folder: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '28P01') {
      throw new CannotStart(`the data in ${folder} was made with another password`)
    }
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** The process id in the lock file of a data folder. */
function lockHolder(data: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
    return Number.isInteger(pid) && pid > 1 ? pid : undefined
  } catch {
    return undefined
  }
}

/** No process ever has this id. */
const NOBODY = 2_147_483_647

/**
 * After a crash the lock file's process id may have become another process', or be that of a zombie:
 * Postgres takes either for its predecessor, and would not start. Only the id is replaced: by the rest
 * of the file Postgres still finds out whether backends of the dead one hold on to its memory.
 */
function disownLock(data: string): void {
  const pid = lockHolder(data)
  if (pid === undefined || !isKnown(pid) || isStillThere({ pid, marker: data })) return
  const file = join(data, 'postmaster.pid')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(NOBODY)))
}
