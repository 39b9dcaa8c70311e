import { randomBytes } from 'node:crypto'
import { givenUrl } from './given.ts'
import { migratedTemplate } from './migrated-template.ts'
import { databaseUrl, onServer } from './postgres-server.ts'

/** A Postgres database that one test file has for itself. */
export interface FreshDatabase {
  readonly url: string
  /** Removes it, with whatever is still connected. */
  drop(): Promise<void>
}

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
