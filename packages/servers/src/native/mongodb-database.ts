import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { CannotStart } from '../unavailable.ts'

const DATABASE = 'ferretdb'
const INDEXES = readFileSync(fileURLToPath(new URL('mongodb-indexes.sql', import.meta.url)), 'utf8')
const ATTEMPTS = 5
/** Somebody else made the same thing in the same moment. */
const RACE_CODES = ['42P04', '23505', 'XX000', '55006', '40P01']
const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Makes the database for FerretDB's documents where it is missing, with the indexes that its
 * look-ups need (mongodb-indexes.sql).
 *
 * @returns its URL without credentials
 * @throws CannotStart when the role may not make it
 */
export async function prepareDocumentDatabase(
  postgresUrl: string,
  report: (line: string) => void,
): Promise<string> {
  const documents = new URL(postgresUrl)
  documents.pathname = `/${DATABASE}`
  for (let attempt = 1; ; attempt++) {
    try {
      await inDatabase(postgresUrl, async (client) => {
        const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE])
        if (!rowCount) await client.query(`CREATE DATABASE ${DATABASE}`)
      })
      await inDatabase(documents.href, (client) => client.query(INDEXES))
      break
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (code === INSUFFICIENT_PRIVILEGE) {
        // Only a superuser may make an event trigger.
        report("mongodb: POSTGRES_URL's role is no superuser, so look-ups of documents are not indexed")
        break
      }
      if (!RACE_CODES.includes(code) || attempt === ATTEMPTS) {
        throw new CannotStart(
          `its database in Postgres cannot be made: ${error instanceof Error ? error.message : error}`,
        )
      }
      await wait(100 * attempt)
    }
  }
  documents.username = ''
  documents.password = ''
  return documents.href
}

async function inDatabase(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
