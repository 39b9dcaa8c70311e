/**
 * `npm test`: starts the backing servers once, runs every workspace's tests through turbo against
 * them, and ends with the line `N passed, N failed, N skipped`. Further arguments go to turbo:
 * `npm test -- --force` ignores the cache, `npm test -- --filter=@invoicing/money` runs one workspace.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import {
  provideServers,
  SERVER_NAMES,
  ServerUnavailableError,
  URL_VARIABLES,
} from '../packages/servers/src/mod.ts'

const ROOT = resolve(import.meta.dirname, '..')
const RESULTS = '.jest/results.json'

/** Where each workspace with tests leaves its results; those of an earlier run are removed first. */
const resultFiles = globSync('{packages,services,deploy,test}/*/jest.config.js', { cwd: ROOT }).map(
  (config) => join(ROOT, dirname(config), RESULTS),
)

process.exitCode = await run()

async function run(): Promise<number> {
  for (const file of resultFiles) rmSync(file, { force: true })
  const dataDir = mkdtempSync(join(tmpdir(), 'invoicing-test-'))
  // Started by root, Postgres runs as another user, who has to get at its own part.
  if (process.getuid?.() === 0) chmodSync(dataDir, 0o711)
  const report = (line: string) => console.log(`servers: ${line}`)
  const password = randomBytes(16).toString('hex')
  try {
    const servers = await provideServers(SERVER_NAMES, { dataDir, password, report, ephemeral: true })
    const onSignal = () => void servers.stop().finally(() => process.exit(130))
    process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
    try {
      const urls = Object.fromEntries(servers.all.map(({ name, url }) => [URL_VARIABLES[name], url]))
      const status = await turbo(
        ['run', 'test', '--continue', '--concurrency=2', ...process.argv.slice(2)],
        urls,
      )
      return summarise(status)
    } finally {
      await servers.stop()
    }
  } catch (error) {
    if (!(error instanceof ServerUnavailableError)) throw error
    console.error(error.message)
    return 1
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function turbo(args: readonly string[], env: Record<string, string>): Promise<number> {
  const { promise, resolve: done, reject } = Promise.withResolvers<number>()
  const quiet = { TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1', DO_NOT_TRACK: '1' }
  spawn(join(ROOT, 'node_modules/.bin/turbo'), args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...quiet, ...env },
  })
    .once('error', reject)
    .once('exit', (code) => done(code ?? 1))
  return promise
}

interface Results {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  /** Test files that could not even be loaded. */
  readonly numRuntimeErrorTestSuites: number
}

/** Adds the workspaces' results up. A file that did not load, or a workspace without a result, is a failure. */
function summarise(status: number): number {
  const filtered = process.argv.slice(2).some((argument) => argument.startsWith('--filter'))
  let passed = 0
  let failed = 0
  let skipped = 0
  for (const file of resultFiles) {
    if (!existsSync(file)) {
      if (filtered) continue
      console.error(`no test results from ${dirname(dirname(file))}`)
      failed += 1
      continue
    }
    const results: Results = JSON.parse(readFileSync(file, 'utf8'))
    passed += results.numPassedTests
    failed += results.numFailedTests + results.numRuntimeErrorTestSuites
    skipped += results.numPendingTests + results.numTodoTests
  }
  if (status !== 0 && failed === 0) failed = 1
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  return failed === 0 && passed > 0 ? 0 : 1
}
