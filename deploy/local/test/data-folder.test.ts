import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from '@jest/globals'
import { ensureSecrets, readSecrets } from '../src/secrets.ts'
import { eventually, newDataDir, pidOf, RunningLauncher, removeDataDirs } from './fixtures/run-launcher.ts'

afterAll(removeDataDirs)

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const linesOf = (launcher: RunningLauncher) => launcher.output.trim().split('\n')

describe('the secrets', () => {
  test('are made once, of 32 bytes each, and only their owner may read them', () => {
    const dataDir = newDataDir()
    const made = ensureSecrets(dataDir)
    expect(modeOf(join(dataDir, 'secrets.json'))).toBe('600')
    expect(Buffer.from(made.ADMIN_TOKEN, 'base64url')).toHaveLength(32)
    expect(Buffer.from(made.WEBHOOK_SECRET_KEY, 'hex')).toHaveLength(32)
    expect(new Set(Object.values(made)).size).toBe(Object.keys(made).length)
    expect(ensureSecrets(dataDir)).toEqual(made)
    expect(readSecrets(dataDir)).toEqual(made)
  })

  test('that a later version adds are made beside those that exist', () => {
    const dataDir = newDataDir()
    const { CURSOR_SECRET, ...older } = ensureSecrets(dataDir)
    writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify(older))
    expect(readSecrets(dataDir)).toBeUndefined()
    const completed = ensureSecrets(dataDir)
    expect(completed).toMatchObject(older)
    expect(completed.CURSOR_SECRET).not.toBe(CURSOR_SECRET)
  })

  test('are never made anew over a damaged file, and a mode that is too wide is put right', () => {
    const dataDir = newDataDir()
    const path = join(dataDir, 'secrets.json')
    ensureSecrets(dataDir)
    chmodSync(path, 0o644)
    readSecrets(dataDir)
    expect(modeOf(path)).toBe('600')
    writeFileSync(path, '{"ADMIN')
    expect(() => ensureSecrets(dataDir)).toThrow('it is not JSON')
    expect(readFileSync(path, 'utf8')).toBe('{"ADMIN')
  })

  test('and the demo key, the state and the logs are closed to others in a running platform', async () => {
    const dataDir = join(newDataDir(), 'new')
    const launcher = new RunningLauncher(dataDir, {})
    await launcher.ready()
    for (const file of ['secrets.json', 'demo.json', 'run/state.json', 'logs/gateway.log']) {
      expect([file, modeOf(join(dataDir, file))]).toEqual([file, '600'])
    }
    // Root's Postgres runs as another user and passes through the folder.
    expect(modeOf(dataDir)).toBe(process.getuid?.() === 0 ? '711' : '700')
    await launcher.end()
  })
})

describe('a second launcher', () => {
  test('on the same folder says in one line that it is in use, and disturbs nothing', async () => {
    const dataDir = newDataDir()
    const first = new RunningLauncher(dataDir, {})
    const state = await first.ready()
    const second = new RunningLauncher(dataDir, {})
    expect(await second.exited).toBe(1)
    expect(linesOf(second)).toEqual([
      `DATA_DIR ${dataDir} is in use by a platform that runs (pid ${state.launcher.pid}, ${state.url}): stop that one, or choose another folder`,
    ])
    expect(await first.ready()).toEqual(state)
    await first.end()
  })

  test('on another folder runs beside the first, on other ports', async () => {
    const [one, two] = [new RunningLauncher(newDataDir(), {}), new RunningLauncher(newDataDir(), {})]
    const [first, second] = await Promise.all([one.ready(), two.ready()])
    const addresses = [...first.services, ...second.services].map(({ address }) => address)
    expect(new Set([...addresses, first.url, second.url]).size).toBe(addresses.length + 2)
    await one.end()
    expect((await fetch(second.url)).status).toBe(200)
    await two.end()
  })

  test('is not hindered by the lock of one that was killed', async () => {
    const dataDir = newDataDir()
    const killed = new RunningLauncher(dataDir, {})
    await killed.ready()
    await killed.end('SIGKILL')
    const next = new RunningLauncher(dataDir, {})
    expect(pidOf(await next.ready(), 'gateway')).toBeGreaterThan(0)
    expect(await next.end()).toBe(0)
  })
})

describe('one line and exit code 1', () => {
  test('for a port in use, before anything is started', async () => {
    const squatter = createServer().listen(0, '127.0.0.1')
    await once(squatter, 'listening')
    const { port } = squatter.address() as AddressInfo
    const launcher = new RunningLauncher(newDataDir(), { PORT: String(port) })
    expect(await launcher.exited).toBe(1)
    expect(linesOf(launcher)).toEqual([
      expect.stringContaining(`PORT ${port} of 127.0.0.1 is in use by another program`),
    ])
    squatter.close()
  })

  test.each([
    [{ PORT: '80a' }, 'PORT is "80a": write a whole number from 0 to 65535'],
    [{ PORT: '70000' }, 'PORT is "70000"'],
    [{ HOST: '192.0.2.1' }, 'HOST 192.0.2.1 is not an address of this machine'],
    [{ HOST: 'http://x' }, 'HOST is "http://x"'],
    [{ PUBLIC_URL: 'ftp://x' }, 'PUBLIC_URL is "ftp://x"'],
    [{ RATE_LIMIT_PER_MINUTE: '0' }, 'RATE_LIMIT_PER_MINUTE is "0"'],
    [{ WEBHOOK_RETRY_DELAYS: '1m,soon' }, 'WEBHOOK_RETRY_DELAYS is "1m,soon"'],
    [{ WEBHOOK_RETRY_DELAYS: '1s,1s,1s' }, 'WEBHOOK_RETRY_DELAYS is "1s,1s,1s": write four waits'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud"'],
  ])('for %j', async (env, line) => {
    const launcher = new RunningLauncher(newDataDir(), env)
    expect(await launcher.exited).toBe(1)
    expect(linesOf(launcher)).toEqual([expect.stringContaining(line)])
  })

  test('for a DATA_DIR that is a file', async () => {
    const path = join(newDataDir(), 'file')
    writeFileSync(path, '')
    const launcher = new RunningLauncher(path, {})
    expect(await launcher.exited).toBe(1)
    expect(linesOf(launcher)).toEqual([expect.stringContaining(`DATA_DIR is ${path}, which cannot be used`)])
  })
})

test('each log is begun anew at a start, with the one before kept beside it', async () => {
  const dataDir = newDataDir()
  mkdirSync(join(dataDir, 'logs'))
  writeFileSync(join(dataDir, 'logs', 'ledger.log'), 'of the run before\n')
  const launcher = new RunningLauncher(dataDir, {})
  await launcher.ready()
  expect(readFileSync(join(dataDir, 'logs', 'ledger.log.1'), 'utf8')).toBe('of the run before\n')
  await eventually(
    'a new log',
    () =>
      readFileSync(join(dataDir, 'logs', 'ledger.log'), 'utf8') === '{"msg":"ledger has started"}\n' ||
      undefined,
  )
  await launcher.end()
})
