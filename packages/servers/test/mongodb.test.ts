import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Collection, MongoClient, MongoServerError } from 'mongodb'
import pg from 'pg'
import { type BackingServers, provideServers } from '../src/mod.ts'
import { makeDataDir, nativeOnly } from './support.ts'

interface Counter {
  _id: string
  n: number
  version: number
}

const WRITERS = 16
const ROUNDS = 10

let dataDir: string
let servers: BackingServers
let client: MongoClient
let counters: Collection<Counter>

beforeAll(async () => {
  nativeOnly()
  dataDir = makeDataDir()
  servers = await provideServers(['mongodb', 'postgres'], {
    dataDir,
    password: 'secret',
    ephemeral: true,
    report: console.error,
  })
  client = new MongoClient(servers.get('mongodb').url, { maxPoolSize: WRITERS })
  counters = client.db('atomicity').collection<Counter>('counters')
}, 300_000)

afterAll(async () => {
  await client?.close()
  await servers?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}, 30_000)

/** What FerretDB alone does not do, and MongoDB's users count on: it loses nine of ten of these updates. */
describe(`with ${WRITERS} writers at once`, () => {
  const each = <T>(work: (writer: number) => Promise<T>) =>
    Promise.all(Array.from({ length: WRITERS }, (_, writer) => work(writer)))

  test('findOneAndUpdate with $inc counts each, and answers each a number of its own', async () => {
    await counters.insertOne({ _id: 'count', n: 0, version: 0 })
    const seen = await each(async () => {
      const numbers: (number | undefined)[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const after = await counters.findOneAndUpdate(
          { _id: 'count' },
          { $inc: { n: 1 } },
          { returnDocument: 'after' },
        )
        numbers.push(after?.n)
      }
      return numbers
    })
    expect(new Set(seen.flat()).size).toBe(WRITERS * ROUNDS)
    expect((await counters.findOne({ _id: 'count' }))?.n).toBe(WRITERS * ROUNDS)
  })

  test('one replaceOne that is conditional on the version succeeds', async () => {
    for (let version = 0; version < ROUNDS; version++) {
      await counters.updateOne({ _id: 'versioned' }, { $set: { version, n: 0 } }, { upsert: true })
      const results = await each((n) =>
        counters.replaceOne({ _id: 'versioned', version }, { n, version: version + 1 }),
      )
      expect(results.reduce((sum, { modifiedCount }) => sum + modifiedCount, 0)).toBe(1)
    }
  })

  test('one insertOne of an _id succeeds, and the others are duplicates', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const outcomes = await each((n) =>
        counters.insertOne({ _id: `inserted ${round}`, n, version: 0 }).then(
          () => 'inserted',
          (error) => (error instanceof MongoServerError ? error.code : error),
        ),
      )
      expect(outcomes.filter((outcome) => outcome === 'inserted')).toHaveLength(1)
      expect(outcomes.filter((outcome) => outcome === 11000)).toHaveLength(WRITERS - 1)
    }
  })

  test('a document is either marked or deleted, never both', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const _id = `marked ${round}`
      await counters.insertOne({ _id, n: 0, version: 0 })
      const changed = await each(async (writer) =>
        writer % 2 === 0
          ? (await counters.deleteOne({ _id, version: 0 })).deletedCount
          : (await counters.updateOne({ _id, version: 0 }, { $set: { version: 1 } })).modifiedCount,
      )
      expect(changed.reduce((sum, n) => sum + n, 0)).toBe(1)
    }
  })

  test('an upsert inserts once and updates after that', async () => {
    await each(() => counters.updateOne({ _id: 'upserted' }, { $inc: { n: 1 } }, { upsert: true }))
    expect((await counters.findOne({ _id: 'upserted' }))?.n).toBe(WRITERS)
  })

  test('of one collection, those of another go on', async () => {
    const other = client.db('atomicity').collection<Counter>('others')
    await each((n) => (n % 2 ? counters : other).insertOne({ _id: `both ${n}`, n, version: 0 }))
    expect(await other.countDocuments({})).toBe(WRITERS / 2)
  })
})

describe('at 30,000 documents', () => {
  const COUNT = 30_000
  const BATCH = 5_000
  const idOf = (n: number) => `client_${String(n).padStart(20, '0')}`
  let clients: Collection<{ _id: string; company: string; email: string; page: string }>

  beforeAll(async () => {
    clients = client.db('look_ups').collection('clients')
    await clients.createIndex({ page: 1 })
    for (let first = 0; first < COUNT; first += BATCH) {
      const documents = Array.from({ length: BATCH }, (_, i) => ({
        _id: idOf(first + i),
        company: `company_${(first + i) % 300}`,
        email: `${first + i}@example.com`,
        page: `page_${Math.floor((first + i) / 100)}`,
      }))
      await clients.insertMany(documents)
    }
  }, 60_000)

  /** The plan of FerretDB's own statement for a look-up, on the table that it made. */
  async function planOf(field: string, value: string): Promise<string> {
    const url = new URL(servers.get('postgres').url)
    url.pathname = '/ferretdb'
    const postgres = new pg.Client({ connectionString: url.href })
    await postgres.connect()
    const { rows: tables } = await postgres.query(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname = 'look_ups' AND tablename LIKE 'clients%'`,
    )
    const { rows } = await postgres.query(
      `EXPLAIN SELECT _jsonb FROM ${tables[0].name} WHERE _jsonb->'${field}' @> '"${value}"'`,
    )
    await postgres.end()
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }

  test.each([
    ['_id', idOf(77)],
    ['company', 'company_7'],
    ['page', 'page_7'],
  ])('a look-up by %s is served by an index', async (field, value) => {
    expect(await planOf(field, value)).toMatch(/Bitmap Index Scan/)
  })

  test('a field without an index is not: the plan tells the two apart', async () => {
    expect(await planOf('email', '7@example.com')).toMatch(/Seq Scan/)
  })

  test('a look-up by _id takes a fraction of what reading the whole collection does', async () => {
    // Both under the same load: 1.3 ms against 24 ms on two busy cores.
    const byId = await millisecondsOf(100, (n) => clients.findOne({ _id: idOf(n * 290) }))
    const byEmail = await millisecondsOf(10, (n) => clients.findOne({ email: `${n * 2_900}@example.com` }))
    expect(byId).toBeLessThan(byEmail / 3)
  })

  test('a page of a company comes newest first, and can be counted', async () => {
    const older = { company: 'company_7', _id: { $lt: idOf(20_000) } }
    const page = await clients.find(older).sort({ _id: -1 }).limit(3).toArray()
    expect(page.map(({ _id }) => _id)).toEqual([idOf(19_807), idOf(19_507), idOf(19_207)])
    expect(await clients.countDocuments(older)).toBe(67)
  })
})

/** The mean of several look-ups, which have to find something. */
async function millisecondsOf(times: number, lookUp: (n: number) => Promise<unknown>): Promise<number> {
  const started = performance.now()
  for (let n = 0; n < times; n++) expect(await lookUp(n)).not.toBeNull()
  return (performance.now() - started) / times
}
