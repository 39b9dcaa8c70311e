import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { Line } from '../../../testkit/src/line.ts'
import { createPool, inTransaction, isStoreOutage, type Pool } from '../../src/mod.ts'
import { quietLog } from '../grpc/test-server.ts'
import { type Database, freshDatabase } from './database.ts'

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
  await database.query('CREATE TABLE notes (id int PRIMARY KEY, body text NOT NULL)')
})
afterAll(async () => database[Symbol.asyncDispose]())

let stack = new AsyncDisposableStack()
afterEach(async () => {
  await stack.disposeAsync()
  stack = new AsyncDisposableStack()
})

function poolOf(url = database.url, size = 2): Pool {
  const pool = createPool(url, 'test', quietLog, size)
  stack.defer(() => pool.end())
  return pool
}

/** The error that Postgres or its driver really raises. */
async function errorOf(work: Promise<unknown>): Promise<Error & { code?: unknown }> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  // Not by instanceof: Node's own errors come from another realm than the tests.
  if (Error.isError(outcome)) return outcome
  throw new Error('the work did not fail')
}

describe('an outage', () => {
  test('is a backend that was terminated in mid-query', async () => {
    const pool = poolOf()
    const asleep = errorOf(pool.query('SELECT pg_sleep(4) /* to be ended */'))
    let ended = 0
    while (ended === 0) {
      const rows = await database.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(4) /* to be%' AND pid <> pg_backend_pid()",
      )
      ended = rows.length
    }
    const error = await asleep
    expect(error.code).toBe('57P01')
    expect(isStoreOutage(error)).toBe(true)
  })

  test('is a statement that takes too long', async () => {
    const error = await errorOf(
      inTransaction(poolOf(), async (client) => {
        await client.query("SET LOCAL statement_timeout = '20ms'")
        await client.query('SELECT pg_sleep(1)')
      }),
    )
    expect(error.code).toBe('57014')
    expect(isStoreOutage(error)).toBe(true)
  })

  test('is a lock that is not to be had in time', async () => {
    const pool = poolOf()
    const error = await inTransaction(pool, async (holder) => {
      await holder.query('LOCK TABLE notes')
      return errorOf(
        inTransaction(pool, async (client) => {
          await client.query("SET LOCAL lock_timeout = '20ms'")
          await client.query('SELECT FROM notes')
        }),
      )
    })
    expect(error.code).toBe('55P03')
    expect(isStoreOutage(error)).toBe(true)
  })

  test('is a store that only reads', async () => {
    const error = await errorOf(
      inTransaction(poolOf(), async (client) => {
        await client.query('SET TRANSACTION READ ONLY')
        await client.query("INSERT INTO notes VALUES (1, 'a')")
      }),
    )
    expect(error.code).toBe('25006')
    expect(isStoreOutage(error)).toBe(true)
  })

  test('is a server that has no connection to give', async () => {
    const role = `one_${process.pid}`
    await database.query(`CREATE ROLE ${role} LOGIN PASSWORD 'one' CONNECTION LIMIT 0`)
    try {
      const url = new URL(database.url)
      url.username = role
      url.password = 'one'
      const error = await errorOf(poolOf(url.href).query('SELECT 1'))
      expect(error.code).toBe('53300')
      expect(isStoreOutage(error)).toBe(true)
    } finally {
      await database.query(`DROP ROLE ${role}`)
    }
  })

  test('is a deadlock', async () => {
    await database.query("INSERT INTO notes VALUES (10, 'a'), (20, 'b')")
    const pool = poolOf()
    const both = Promise.withResolvers<void>()
    let holding = 0
    const update = (first: number, second: number) =>
      inTransaction(pool, async (client) => {
        await client.query("SET LOCAL deadlock_timeout = '20ms'")
        await client.query("UPDATE notes SET body = 'c' WHERE id = $1", [first])
        holding += 1
        if (holding === 2) both.resolve()
        await both.promise
        await client.query("UPDATE notes SET body = 'c' WHERE id = $1", [second])
      })
    const outcomes = await Promise.allSettled([update(10, 20), update(20, 10)])
    const [rejected] = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(rejected?.reason.code).toBe('40P01')
    expect(isStoreOutage(rejected?.reason)).toBe(true)
  })

  test('is a connection refused, by one address or by each of several', async () => {
    const line = await Line.to(database.address)
    await line.close()
    const error = await errorOf(poolOf(database.through(line.address)).query('SELECT 1'))
    expect(error.code).toBe('ECONNREFUSED')
    expect(isStoreOutage(error)).toBe(true)
    const port = line.address.split(':')[1]
    const both = await errorOf(poolOf(database.through(`localhost:${port}`)).query('SELECT 1'))
    expect(isStoreOutage(both)).toBe(true)
  })

  test('is a connection cut in mid-query', async () => {
    const line = await Line.to(database.address)
    stack.defer(() => line.close())
    const pool = poolOf(database.through(line.address))
    await pool.query('SELECT 1')
    const asleep = errorOf(pool.query('SELECT pg_sleep(2)'))
    line.cut()
    expect(isStoreOutage(await asleep)).toBe(true)
    expect(isStoreOutage(await errorOf(pool.query('SELECT 1')))).toBe(true)
  })

  test('is a server that takes connections and says nothing', async () => {
    const line = await Line.to(database.address)
    stack.defer(() => line.close())
    line.silence()
    const start = performance.now()
    const error = await errorOf(poolOf(database.through(line.address)).query('SELECT 1'))
    expect(isStoreOutage(error)).toBe(true)
    expect(performance.now() - start).toBeLessThan(4_000)
  })
})

describe('no outage', () => {
  test.each([
    ['23505', "INSERT INTO notes VALUES (30, 'a'), (30, 'a')"],
    ['23502', 'INSERT INTO notes VALUES (31, NULL)'],
    ['42P01', 'SELECT * FROM nowhere'],
    ['42601', 'SELEC 1'],
    ['22012', 'SELECT 1/0'],
  ])('is a fault of ours: %s', async (code, sql) => {
    const error = await errorOf(poolOf().query(sql))
    expect(error.code).toBe(code)
    expect(isStoreOutage(error)).toBe(false)
  })

  test('is a password that is wrong, or a database that is not there: no wait mends these', async () => {
    const wrong = new URL(database.url)
    wrong.pathname = '/no_such_database'
    const error = await errorOf(poolOf(wrong.href).query('SELECT 1'))
    expect(error.code).toBe('3D000')
    expect(isStoreOutage(error)).toBe(false)
  })
})
