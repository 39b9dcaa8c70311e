import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { Line } from '../../../testkit/src/line.ts'
import { createPool, inTransaction, isStoreOutage, type Pool } from '../../src/mod.ts'
import { eventually } from '../eventually.ts'
import { quietLog } from '../grpc/test-server.ts'
import { type Database, freshDatabase } from './database.ts'

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
  await database.query('CREATE TABLE notes (id int PRIMARY KEY, body text)')
})
afterAll(async () => database[Symbol.asyncDispose]())

let stack = new AsyncDisposableStack()
afterEach(async () => {
  await stack.disposeAsync()
  stack = new AsyncDisposableStack()
  await database.query('TRUNCATE notes')
})

function poolOf(url = database.url, size = 4): Pool {
  const pool = createPool(url, 'test', quietLog, size)
  stack.defer(() => pool.end())
  return pool
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

const pidOf = async (client: { query: Pool['query'] }) =>
  Number((await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid)

const terminate = (pid: number) => database.query('SELECT pg_terminate_backend($1)', [pid])

describe('a transaction', () => {
  test('commits what its work did', async () => {
    const result = await inTransaction(poolOf(), async (client) => {
      await client.query("INSERT INTO notes VALUES (1, 'a')")
      return 'done'
    })
    expect(result).toBe('done')
    expect(await database.query('SELECT id FROM notes')).toEqual([{ id: 1 }])
  })

  test.each([
    ['its work throws', () => Promise.reject(new Error('no'))],
    ['a statement fails', (query: Pool['query']) => query('SELECT 1/0')],
    ['the commit fails', (query: Pool['query']) => query('INSERT INTO late VALUES (1), (1)')],
  ])('leaves nothing behind when %s, and its connection goes on', async (_when, fails) => {
    await database.query(
      'CREATE TABLE IF NOT EXISTS late (id int, UNIQUE (id) DEFERRABLE INITIALLY DEFERRED)',
    )
    const pool = poolOf(database.url, 1)
    const before = await pidOf(pool)
    const work = inTransaction(pool, async (client) => {
      await client.query("INSERT INTO notes VALUES (1, 'a')")
      await fails(client.query.bind(client) as Pool['query'])
    })
    await expect(work).rejects.toThrow()
    expect(await database.query('SELECT id FROM notes')).toEqual([])
    expect(await pidOf(pool)).toBe(before)
  })

  test('whose connection is ended between two statements fails, and breaks nothing else', async () => {
    const pool = poolOf(database.url, 1)
    const work = inTransaction(pool, async (client) => {
      await client.query("INSERT INTO notes VALUES (1, 'a')")
      const gone = new Promise((resolve) => client.once('end', resolve))
      await terminate(await pidOf(client as Pick<Pool, 'query'>))
      await gone
      await client.query("INSERT INTO notes VALUES (2, 'b')")
    })
    expect(isStoreOutage(await failureOf(work))).toBe(true)
    expect(await database.query('SELECT id FROM notes')).toEqual([])
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })

  test('that idles too long is ended by the database, and breaks nothing else', async () => {
    const pool = poolOf(database.url, 1)
    const work = inTransaction(pool, async (client) => {
      await client.query("SET LOCAL idle_in_transaction_session_timeout = '50ms'")
      await new Promise((resolve) => client.once('end', resolve))
      await client.query('SELECT 1')
    })
    expect(isStoreOutage(await failureOf(work))).toBe(true)
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })

  test('on a line that falls silent is given up within ten seconds, and later ones work', async () => {
    const line = await Line.to(database.address)
    stack.defer(() => line.close())
    const pool = poolOf(database.through(line.address), 1)
    const start = performance.now()
    const failure = await failureOf(
      inTransaction(pool, async (client) => {
        await client.query("INSERT INTO notes VALUES (1, 'a')")
        line.silence()
        await client.query("INSERT INTO notes VALUES (2, 'b')")
      }),
    )
    expect(isStoreOutage(failure)).toBe(true)
    expect(performance.now() - start).toBeLessThan(9_000)
    line.restore()
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    await eventually(async () => expect(await database.query('SELECT id FROM notes')).toEqual([]))
  })
})

describe('a pool', () => {
  test('survives the end of all its idle connections', async () => {
    const pool = poolOf()
    const pids = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid, pg_sleep(0.1)')
        return Number(rows[0]?.pid)
      }),
    )
    await Promise.all(pids.map(terminate))
    await eventually(() => expect(pool.totalCount).toBe(0))
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })

  test('bounds the wait for a free connection', async () => {
    const pool = poolOf(database.url, 1)
    const client = await pool.connect()
    try {
      const start = performance.now()
      const failure = await failureOf(pool.query('SELECT 1'))
      expect(isStoreOutage(failure)).toBe(true)
      expect(performance.now() - start).toBeLessThan(4_000)
    } finally {
      client.release()
    }
  })

  test('sets its bounds on every connection', async () => {
    const { rows } = await poolOf().query(
      `SELECT name, setting FROM pg_settings
       WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'application_name')
       ORDER BY name`,
    )
    expect(rows).toEqual([
      { name: 'application_name', setting: 'invoicing-test' },
      { name: 'idle_in_transaction_session_timeout', setting: '10000' },
      { name: 'lock_timeout', setting: '4000' },
      { name: 'statement_timeout', setting: '5000' },
    ])
  })

  test('reads dates as they are written and large numbers as numbers', async () => {
    const { rows } = await poolOf().query(
      "SELECT DATE '0001-01-31' AS day, 9007199254740991::bigint AS big, 1.10::numeric AS amount",
    )
    expect(rows).toEqual([{ day: '0001-01-31', big: 9007199254740991, amount: '1.10' }])
  })
})
