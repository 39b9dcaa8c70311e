import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, test } from '@jest/globals'
import { eventually, newDataDir, pidOf, RunningLauncher, removeDataDirs } from './fixtures/run-launcher.ts'

const STATUS = fileURLToPath(new URL('../src/status.ts', import.meta.url))

const launchers: RunningLauncher[] = []
afterEach(async () => {
  await Promise.all(launchers.splice(0).map((launcher) => launcher.end()))
})
afterAll(removeDataDirs)

async function launch(): Promise<RunningLauncher> {
  const launcher = new RunningLauncher(newDataDir(), {})
  launchers.push(launcher)
  await launcher.ready()
  return launcher
}

function status(
  dataDir: string,
  ...args: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number; stdout: string; stderr: string }>()
  execFile(
    process.execPath,
    [STATUS, ...args],
    { env: { ...process.env, DATA_DIR: dataDir } },
    (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
  )
  return promise
}

test('tells of each process its name, pid, address and readiness, as JSON and as a table', async () => {
  const launcher = await launch()
  const state = await launcher.ready()
  const json = await status(launcher.dataDir, '--json')
  expect(json.code).toBe(0)
  expect(JSON.parse(json.stdout)).toEqual({
    ready: true,
    url: state.url,
    launcher: { pid: launcher.process.pid },
    services: state.services.map(({ name, address }) => ({
      name,
      pid: pidOf(state, name),
      address,
      ready: true,
    })),
    servers: [],
  })
  const table = await status(launcher.dataDir)
  expect(table.stdout).toContain(`Invoicing is ready at ${state.url}`)
  expect(table.stdout).toMatch(new RegExp(`^billing +yes +${pidOf(state, 'billing')} +127.0.0.1:\\d+$`, 'm'))
})

test('asks now: a service that hangs is not ready, and the answer does not wait for it', async () => {
  const launcher = await launch()
  const state = await launcher.ready()
  process.kill(pidOf(state, 'billing'), 'SIGSTOP')
  const began = Date.now()
  const { code, stdout } = await status(launcher.dataDir, '--json')
  expect(Date.now() - began).toBeLessThan(5_000)
  expect(code).toBe(0)
  const report = JSON.parse(stdout)
  expect(report.ready).toBe(false)
  expect(report.services.filter((service: { ready: boolean }) => !service.ready)).toEqual([
    expect.objectContaining({ name: 'billing' }),
  ])
  process.kill(pidOf(state, 'billing'), 'SIGCONT')
  await eventually(
    'it is ready again',
    async () => JSON.parse((await status(launcher.dataDir, '--json')).stdout).ready || undefined,
  )
})

test('says in one line, or in valid JSON, that nothing runs, also where a launcher was killed', async () => {
  const launcher = await launch()
  const { dataDir } = launcher
  await launcher.end('SIGKILL')
  const plain = await status(dataDir)
  expect(plain).toEqual({
    code: 1,
    stdout: `Invoicing is not running on ${dataDir}; npm start starts it\n`,
    stderr: '',
  })
  const json = await status(dataDir, '--json')
  expect(json.code).toBe(1)
  expect(JSON.parse(json.stdout)).toEqual({
    ready: false,
    url: null,
    launcher: null,
    services: [],
    servers: [],
  })
})

test('refuses what it does not know in one line', async () => {
  const { code, stdout, stderr } = await status(newDataDir(), '--jsn')
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toBe('unknown argument "--jsn"; usage: npm run --silent status [-- --json]\n')
})
