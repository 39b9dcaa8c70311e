import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { givenUrl } from './given.ts'
import { migratedTemplate } from './migrated-template.ts'

/** A Postgres database that one test file has for itself. */
export interface FreshDatabase {
  readonly url: string
  /** Removes it, with whatever is still connected. */
  drop(): Promise<void>
}

const QUERY_MS = 20_000

/**
 * Makes a database for one test file on the server of POSTGRES_URL: empty, or a clone of a template
 * that was brought up to the migrations once, whatever the number of test files and workers.
 *
 * @param migrationsDir a folder of numbered SQL files, as `migrate` of the chassis takes it
 */
export async function freshDatabase(migrationsDir?: string): Promise<FreshDatabase> {
  const server = givenUrl('POSTGRES_URL', 'postgres')
  const template = migrationsDir === undefined ? 'template1' : await migratedTemplate(server, migrationsDir)
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`))
  return {
    url: databaseUrl(server, name),
    drop: async () => {
      await onServer(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
    },
  }
}

/** The URL of another database of the same server. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Runs work on one connection to the server itself. */
export async function onServer<T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: server,
    connectionTimeoutMillis: QUERY_MS,
    query_timeout: QUERY_MS,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
