import { Client } from 'pg'
import { codeOf } from './error-code.ts'
import { withDatabase } from './topology.ts'

const CONNECT_MS = 5_000
const STATEMENT_MS = 30_000
/** Another launcher on the same server made it in between. */
const DUPLICATE_DATABASE = '42P04'
const UNIQUE_VIOLATION = '23505'

/** Makes those databases that are missing; the services make what is in them. */
export async function createDatabases(postgresUrl: string, names: readonly string[]): Promise<void> {
  const client = new Client({
    connectionString: withDatabase(postgresUrl, 'postgres'),
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
  })
  // A connection that breaks fails the statement in hand; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE datname = ANY($1)',
      [names],
    )
    const existing = new Set(rows.map((row) => row.datname))
    // One after the other: each copies template1, and Postgres refuses two copies at once.
    for (const name of names) {
      if (!existing.has(name)) await create(client, name)
    }
  } finally {
    await client.end()
  }
}

async function create(client: Client, name: string): Promise<void> {
  try {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
  } catch (error) {
    const code = codeOf(error)
    if (code !== DUPLICATE_DATABASE && code !== UNIQUE_VIOLATION) throw error
  }
}
