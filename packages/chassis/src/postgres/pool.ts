import pg from 'pg'
import type { Logger } from '../log.ts'
import { isStoreOutage } from '../outage.ts'

export type { Pool, PoolClient } from 'pg'

/** Bounds on everything a store can do to a request, in milliseconds. */
const LIMITS = {
  connectionTimeoutMillis: 3_000,
  statement_timeout: 5_000,
  query_timeout: 6_000,
  idle_in_transaction_session_timeout: 10_000,
  lock_timeout: 4_000,
} as const

// DATE stays the text it is: a calendar date has no zone to be shifted by.
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)
// Sequences stay below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * A bounded pool of connections.
 *
 * @param size connections at the most; a request waits for one at most 3 s, then fails as unavailable
 */
export function createPool(url: string, service: string, log: Logger, size = 20): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: `invoicing-${service}`,
    max: size,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    ...LIMITS,
  })
  // An idle connection that breaks is replaced; unhandled, the event would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  return pool
}

/**
 * Runs work in one transaction; no remote call belongs inside. Rolls back on any error, and
 * gives up a connection that can no longer be trusted: Postgres rolls back what was open on it.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // A connection that breaks between two statements is an event; unhandled, it would end the process.
  const breaks = (error: Error) => {
    broken = error
  }
  client.on('error', breaks)
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    // After an outage a ROLLBACK would only wait in turn for an answer that does not come.
    if (Error.isError(error) && isStoreOutage(error)) broken ??= error
    else await client.query('ROLLBACK').catch(breaks)
    throw error
  } finally {
    client.off('error', breaks)
    client.release(broken)
  }
}
