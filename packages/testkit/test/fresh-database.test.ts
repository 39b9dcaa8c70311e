import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { MongoClient } from 'mongodb'
import pg from 'pg'
import { freshDatabase } from '../src/fresh-database.ts'
import { freshMongoDatabase } from '../src/fresh-mongo-database.ts'

let migrations: string

beforeAll(() => {
  migrations = mkdtempSync(join(tmpdir(), 'invoicing-migrations-'))
  writeFileSync(
    join(migrations, '0001_first.sql'),
    'CREATE TABLE made (at timestamptz DEFAULT clock_timestamp());\nINSERT INTO made DEFAULT VALUES;\n',
  )
})

afterAll(() => rmSync(migrations, { recursive: true, force: true }))

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('databases made side by side are clones of one that was migrated once', async () => {
  const databases = await Promise.all(Array.from({ length: 4 }, () => freshDatabase(migrations)))
  const times = await Promise.all(databases.map(({ url }) => query(url, 'SELECT at::text FROM made')))
  expect(times.every((rows) => rows.length === 1)).toBe(true)
  expect(new Set(times.map((rows) => rows[0]?.at)).size).toBe(1)
  await Promise.all(databases.map((database) => database.drop()))
})

test('what one test file writes no other one sees', async () => {
  const [one, other] = await Promise.all([freshDatabase(migrations), freshDatabase(migrations)])
  await query(one.url, 'DELETE FROM made')
  expect(await query(other.url, 'SELECT 1 FROM made')).toHaveLength(1)
  await Promise.all([one.drop(), other.drop()])
})

test('migrations that have changed make another template', async () => {
  writeFileSync(join(migrations, '0002_second.sql'), 'ALTER TABLE made ADD COLUMN more int DEFAULT 7;\n')
  const database = await freshDatabase(migrations)
  expect(await query(database.url, 'SELECT more FROM made')).toEqual([{ more: 7 }])
  await database.drop()
})

test('without migrations a database is empty', async () => {
  const database = await freshDatabase()
  expect(await query(database.url, "SELECT FROM pg_tables WHERE schemaname = 'public'")).toEqual([])
  await database.drop()
})

test('a database is dropped with whoever is connected', async () => {
  const database = await freshDatabase()
  const client = new pg.Client({ connectionString: database.url })
  // The server's farewell, and then the end of the connection.
  const ended = new Promise((resolve) => client.on('error', resolve))
  await client.connect()
  await database.drop()
  expect(await ended).toMatchObject({ code: '57P01' })
  await expect(query(database.url, 'SELECT 1')).rejects.toMatchObject({ code: '3D000' })
})

test('a MongoDB database is of one test file, until it is dropped', async () => {
  const [one, other] = [freshMongoDatabase(), freshMongoDatabase()]
  const client = new MongoClient(one.url)
  try {
    await client.db(one.name).collection('things').insertOne({ a: 1 })
    expect(await client.db(one.name).collection('things').countDocuments()).toBe(1)
    expect(await client.db(other.name).collection('things').countDocuments()).toBe(0)
    await one.drop()
    expect(await client.db(one.name).collection('things').countDocuments()).toBe(0)
  } finally {
    await client.close()
  }
})

test('a server that was not asked for is named with the remedy', async () => {
  const url = process.env.POSTGRES_URL
  delete process.env.POSTGRES_URL
  try {
    await expect(freshDatabase()).rejects.toThrow(
      'name postgres under "testServers" in the workspace\'s package.json',
    )
  } finally {
    process.env.POSTGRES_URL = url
  }
})
