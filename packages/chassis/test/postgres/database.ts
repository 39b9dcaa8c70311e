import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A database of a test's own on the Postgres that the tests were given, dropped at the end. */
export interface Database extends AsyncDisposable {
  readonly url: string
  /** host:port of the server. */
  readonly address: string
  /** The same database through another host:port. */
  through(address: string): string
  /** Runs SQL in it, with the rights of the tests' account. */
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>
}

export async function freshDatabase(): Promise<Database> {
  const given = process.env.POSTGRES_URL
  if (given === undefined) throw new Error('POSTGRES_URL is set by the set-up of the tests')
  const name = `chassis_${randomBytes(6).toString('hex')}`
  await run(given, `CREATE DATABASE ${name}`)
  const url = new URL(given)
  url.pathname = `/${name}`
  return {
    url: url.href,
    address: url.host,
    through: (address) => {
      const other = new URL(url)
      other.host = address
      return other.href
    },
    query: (sql, values) => run(url.href, sql, values),
    [Symbol.asyncDispose]: async () => {
      await run(given, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

async function run(url: string, sql: string, values?: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}
