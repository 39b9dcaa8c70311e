import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { databaseUrl, onServer } from './postgres-server.ts'

/** How long one worker waits for another to migrate, in milliseconds. */
const LOCK_WITHIN_MS = 60_000
const POLL_MS = 50

/** Templates that this worker knows to be there, by the server's URL and the template's name. */
const known = new Set<string>()

/**
 * The name of a database that holds what the migrations make, for others to be cloned from. It is
 * made once for each content of the folder; another worker that wants it meanwhile waits.
 */
export async function migratedTemplate(server: string, migrationsDir: string): Promise<string> {
  const name = `template_${contentHash(migrationsDir)}`
  const key = `${server} ${name}`
  if (!known.has(key)) {
    await onServer(server, async (client) => {
      await lock(client, name)
      // The lock ends with the connection.
      if (!(await exists(client, name))) await make(client, server, name, migrationsDir)
    })
    known.add(key)
  }
  return name
}

/** It is migrated under another name: half a template is never cloned, and what a kill left goes. */
async function make(client: pg.Client, server: string, name: string, migrationsDir: string): Promise<void> {
  const draft = `${name}_draft`
  await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`)
  await client.query(`CREATE DATABASE ${draft}`)
  const { migrate } = await import('@invoicing/chassis')
  await migrate(databaseUrl(server, draft), migrationsDir)
  await client.query(`ALTER DATABASE ${draft} RENAME TO ${name}`)
}

async function lock(client: pg.Client, name: string): Promise<void> {
  const key = BigInt.asIntN(64, BigInt(`0x${hash('sha256', name).slice(0, 16)}`)).toString()
  for (const deadline = Date.now() + LOCK_WITHIN_MS; Date.now() < deadline; await wait(POLL_MS)) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS locked', [key])
    if (rows[0]?.locked) return
  }
  throw new Error(`another worker has been migrating ${name} for ${LOCK_WITHIN_MS / 1000} s`)
}

async function exists(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
  return rowCount === 1
}

function contentHash(dir: string): string {
  const files = readdirSync(dir).sort()
  const contents = files.map((file) => `${file}\0${readFileSync(join(dir, file), 'utf8')}`)
  return hash('sha256', contents.join('\0')).slice(0, 16)
}
