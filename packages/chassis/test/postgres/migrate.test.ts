import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { Line } from '../../../testkit/src/line.ts'
import { migrate } from '../../src/mod.ts'
import { type Database, freshDatabase } from './database.ts'

let database: Database
let dir: string
beforeEach(async () => {
  database = await freshDatabase()
  dir = await mkdtemp(join(tmpdir(), 'migrations-'))
})
afterEach(async () => {
  await database[Symbol.asyncDispose]()
  await rm(dir, { recursive: true })
})

const file = (name: string, sql: string) => writeFile(join(dir, name), sql)
const tables = async () =>
  (
    await database.query(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
    )
  ).map(({ name }) => name)
const done = async () =>
  (await database.query('SELECT name FROM migrations ORDER BY id')).map(({ name }) => name)

describe('migrations', () => {
  test('run in the order of their numbers, once', async () => {
    await file('0002_second.sql', 'ALTER TABLE notes ADD body text;')
    await file('0001_first.sql', 'CREATE TABLE notes (id int);')
    await migrate(database.url, dir)
    expect(await done()).toEqual(['0001_first', '0002_second'])
    await file('0003_third.sql', 'CREATE TABLE more (id int);')
    await migrate(database.url, dir)
    expect(await done()).toEqual(['0001_first', '0002_second', '0003_third'])
  })

  test('take no time when there is nothing to do', async () => {
    await file('0001_first.sql', 'CREATE TABLE notes (id int);')
    await migrate(database.url, dir)
    const start = performance.now()
    await migrate(database.url, dir)
    expect(performance.now() - start).toBeLessThan(500)
  })

  test('of replicas that start together run once', async () => {
    await file('0001_first.sql', 'CREATE TABLE notes (id int); SELECT pg_sleep(0.2);')
    await file('0002_second.sql', 'INSERT INTO notes VALUES (1);')
    await Promise.all(Array.from({ length: 5 }, () => migrate(database.url, dir)))
    expect(await done()).toEqual(['0001_first', '0002_second'])
    expect(await database.query('SELECT id FROM notes')).toEqual([{ id: 1 }])
  })

  test('that fail leave nothing of the failed file, say which it was, and can be mended', async () => {
    await file('0001_first.sql', 'CREATE TABLE notes (id int);')
    await file('0002_second.sql', 'CREATE TABLE more (id int); ALTER TABLE nowhere ADD body text;')
    await expect(migrate(database.url, dir)).rejects.toThrow(
      'migration 0002_second failed: relation "nowhere" does not exist',
    )
    expect(await tables()).toEqual(['migrations', 'notes'])
    expect(await done()).toEqual(['0001_first'])
    await file('0002_second.sql', 'CREATE TABLE more (id int);')
    await migrate(database.url, dir)
    expect(await tables()).toEqual(['migrations', 'more', 'notes'])
  })

  test('out of order are refused', async () => {
    await file('0002_second.sql', 'CREATE TABLE notes (id int);')
    await migrate(database.url, dir)
    await file('0001_late.sql', 'CREATE TABLE more (id int);')
    await expect(migrate(database.url, dir)).rejects.toThrow(/the database cannot be migrated: .*0001_late/)
    expect(await tables()).toEqual(['migrations', 'notes'])
  })

  test('whose connection is ended fail, and break nothing else', async () => {
    await file('0001_first.sql', 'CREATE TABLE notes (id int); SELECT pg_sleep(10);')
    const outcome = migrate(database.url, dir).then(
      () => undefined,
      (error: Error) => error.message,
    )
    let ended = 0
    while (ended === 0) {
      const rows = await database.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()",
      )
      ended = rows.length
    }
    expect(await outcome).toMatch(/^migration 0001_first failed: /)
    expect(await tables()).toEqual(['migrations'])
  })

  test('of a database that is away fail at once, and of a silent one in time', async () => {
    const line = await Line.to(database.address)
    line.silence()
    const start = performance.now()
    await expect(migrate(database.through(line.address), dir)).rejects.toThrow(/timeout/)
    expect(performance.now() - start).toBeLessThan(7_000)
    await line.close()
    await expect(migrate(database.through(line.address), dir)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})
