import { runner } from 'node-pg-migrate'
import pg from 'pg'

/** Bounds on a migration's waiting, in milliseconds; how long it may work depends on the data. */
const LIMITS = {
  connectionTimeoutMillis: 5_000,
  // For the replica that migrates now, and for the locks a change of a table needs: a migration
  // that waits for those makes every statement behind it wait too.
  lock_timeout: 30_000,
} as const

/**
 * Brings a database up to the numbered SQL files of a folder. Forward only; each file is one
 * transaction; an advisory lock makes replicas that start together wait for one another.
 *
 * @throws Error naming the file that failed; nothing of that file is then in the database
 */
export async function migrate(databaseUrl: string, dir: string): Promise<void> {
  let current: string | undefined
  const client = new pg.Client({ connectionString: databaseUrl, ...LIMITS })
  // A connection that breaks between two statements is reported by the next one.
  client.on('error', () => {})
  await client.connect()
  try {
    await runner({
      dbClient: client,
      dir,
      direction: 'up',
      migrationsTable: 'migrations',
      checkOrder: true,
      advisoryLockMode: 'wait',
      logger: {
        info: (line: string) => {
          current = /^### MIGRATION (.+) \(UP\) ###$/.exec(line)?.[1] ?? current
        },
        warn: () => {},
        error: () => {},
      },
    })
  } catch (error) {
    const reason = Error.isError(error) ? error.message : String(error)
    const what = current === undefined ? 'the database cannot be migrated' : `migration ${current} failed`
    throw new Error(`${what}: ${reason}`, { cause: error })
  } finally {
    await client.end()
  }
}
