import { createLog } from '@invoicing/chassis'
import { eventually, freshMongoDatabase, Line } from '@invoicing/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { MongoClient } from 'mongodb'
import { createMongoClient } from '../../src/adapters/mongo/connection.ts'
import { openDatabase } from '../../src/adapters/mongo/open-database.ts'
import { type ClientsUnderTest, company, someCompany, startClients } from './clients-service.ts'

/** Each call is answered within this time, in milliseconds, however the store hangs. */
const BOUND_MS = 5_000
/** What the caller of these tests would wait, so that the bound that is measured is the service's. */
const PATIENCE_MS = 9_000

let line: Line
let url: string
let clients: ClientsUnderTest
let createdId: string
const companyId = someCompany()

beforeAll(async () => {
  const server = new URL(freshMongoDatabase().url)
  line = await Line.to(server.host)
  server.host = line.address
  server.searchParams.set('directConnection', 'true')
  url = server.href
  clients = await startClients({ MONGODB_URL: url })
  const { client } = await clients.createClient({ companyId, fields: company('Acme') })
  createdId = client?.id ?? ''
})
afterAll(async () => {
  line?.restore()
  await clients?.stop()
  await line?.close()
})

const calls = (): Promise<unknown>[] => [
  clients.createClient({ companyId, fields: company('Acme') }, PATIENCE_MS),
  clients.getClient({ companyId, clientId: createdId }, PATIENCE_MS),
  clients.listClients({ companyId, limit: 10 }, PATIENCE_MS),
  clients.listReviews({ companyId, limit: 10 }, PATIENCE_MS),
]

async function expectUnavailable(call: Promise<unknown>): Promise<void> {
  await expect(call).rejects.toMatchObject({
    code: 'unavailable',
    message: 'the service is temporarily unavailable, try again',
  })
}

describe('while the store hangs', () => {
  it('every call fails as unavailable in time, and the same calls succeed when it is back', async () => {
    line.silence()
    const start = performance.now()
    await Promise.all(calls().map(expectUnavailable))
    expect(performance.now() - start).toBeLessThan(BOUND_MS)
    expect(await clients.isReady()).toBe(false)

    line.restore()
    await eventually(() => clients.isReady())
    await Promise.all(calls())
  })

  it('a crowd of calls, more than there are connections, fails in time as well', async () => {
    line.silence()
    const start = performance.now()
    const crowd = Array.from({ length: 50 }, calls).flat()
    await Promise.all(crowd.map(expectUnavailable))
    expect(performance.now() - start).toBeLessThan(BOUND_MS)

    line.restore()
    await eventually(() => clients.isReady())
    await Promise.all(calls())
  })
})

describe('when the store is gone', () => {
  it('every call fails as unavailable in time, and the same calls succeed when it is back', async () => {
    line.cut()
    const start = performance.now()
    await Promise.all(calls().map(expectUnavailable))
    await Promise.all(calls().map(expectUnavailable))
    expect(performance.now() - start).toBeLessThan(BOUND_MS)
    expect(await clients.isReady()).toBe(false)

    line.restore()
    await eventually(() => clients.isReady())
    await Promise.all(calls())
  })
})

describe('starting while the store hangs', () => {
  const log = createLog('clients', 'silent')
  let mongo: MongoClient
  beforeEach(() => {
    mongo = createMongoClient(url, 'test')
    line.silence()
  })
  afterEach(async () => {
    line.restore()
    await mongo.close()
  })

  it('tries again until the store is back', async () => {
    let failures = 0
    log.warn = () => {
      failures += 1
      line.restore()
    }
    const db = await openDatabase(mongo, clients.db.databaseName, log)
    expect(failures).toBe(1)
    await db.command({ ping: 1 })
  })

  it('fails after the last attempt', async () => {
    let failures = 0
    log.warn = () => {
      failures += 1
    }
    await expect(openDatabase(mongo, clients.db.databaseName, log, [1])).rejects.toThrow(
      'Server selection timed out',
    )
    expect(failures).toBe(1)
  })
})
