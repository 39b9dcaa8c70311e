import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import pg from 'pg'
import { type BackingServer, provideServer } from '../src/mod.ts'
import { makeDataDir, nativeOnly } from './support.ts'

let dataDir: string
let reports: string[]

beforeEach(() => {
  nativeOnly()
  dataDir = makeDataDir()
  reports = []
})

afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

function start(password = 'secret', ephemeral = true): Promise<BackingServer> {
  const report = (line: string) => reports.push(line)
  return provideServer('postgres', { dataDir: join(dataDir, 'postgres'), password, ephemeral, report })
}

async function setting({ url }: BackingServer, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('SELECT current_setting($1) AS value', [name])
  await client.end()
  return rows[0].value
}

test('gives up durability only where it is told that the data is thrown away', async () => {
  const throwAway = await start()
  expect(await setting(throwAway, 'fsync')).toBe('off')
  await throwAway.stop()
  const lasting = await start('secret', false)
  expect(await setting(lasting, 'fsync')).toBe('on')
  expect(await setting(lasting, 'max_connections')).toBe('200')
  expect(await setting(lasting, 'password_encryption')).toBe('scram-sha-256')
  await lasting.stop()
})

test('says at once when its data was made with another password', async () => {
  await (await start()).stop()
  await expect(start('another')).rejects.toThrow(/the data in .* was made with another password/)
})

test('starts although the process id in its lock file has become another process', async () => {
  const first = await start()
  const { pid } = first
  process.kill(pid ?? 0, 'SIGKILL')
  await first.ended
  const lock = join(folderOf(reports) ?? join(dataDir, 'postgres', 'native'), 'data', 'postmaster.pid')
  writeFileSync(lock, readFileSync(lock, 'utf8').replace(`${pid}`, `${process.ppid}`))
  const second = await start()
  expect(await second.ready()).toBe(true)
  await second.stop()
})

test('begins anew when a kill has left half a cluster', async () => {
  mkdirSync(join(dataDir, 'postgres', 'native', 'data.new'), { recursive: true })
  const server = await start()
  expect(await server.ready()).toBe(true)
  await server.stop()
})

const asRoot = process.getuid?.() === 0 ? describe : describe.skip

asRoot('under root, where its own user cannot enter the data folder', () => {
  beforeEach(() => chmodSync(dataDir, 0o700))

  test('keeps its data elsewhere, the same place at every start, and says so', async () => {
    const first = await start('secret', false)
    await first.stop()
    const elsewhere = folderOf(reports)
    expect(elsewhere).toMatch(/^\/var\/(lib|tmp)\/invoicing\//)
    reports = []
    const second = await start('secret', false)
    await second.stop()
    expect(folderOf(reports)).toBe(elsewhere)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect(statSync(elsewhere ?? '').mode & 0o777).toBe(0o700)

    // Whoever removes the data folder begins anew, also with another password.
    rmSync(join(dataDir, 'postgres'), { recursive: true })
    reports = []
    const third = await start('another', false)
    await third.stop()
    expect(folderOf(reports)).not.toBe(elsewhere)
    for (const folder of [elsewhere, folderOf(reports)]) rmSync(folder ?? '', { recursive: true })
  }, 60_000)

  test('leaves nothing of what is thrown away', async () => {
    const server = await start()
    const elsewhere = folderOf(reports) ?? ''
    expect(existsSync(join(elsewhere, 'data'))).toBe(true)
    await server.stop()
    expect(existsSync(elsewhere)).toBe(false)
    expect(existsSync(dirname(elsewhere))).toBe(true)
  })
})

/** Where a report says that the data is. */
function folderOf(lines: readonly string[]): string | undefined {
  return lines.map((line) => /its data is in (\S+)$/.exec(line)?.[1]).find((folder) => folder !== undefined)
}
