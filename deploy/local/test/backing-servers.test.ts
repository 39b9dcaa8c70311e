import { afterAll, expect, test } from '@jest/globals'
import { Client } from 'pg'
import { readState, type ServerState, type State } from '../src/state.ts'
import { withDatabase } from '../src/topology.ts'
import {
  eventually,
  listen,
  living,
  newDataDir,
  pidOf,
  RunningLauncher,
  removeDataDirs,
} from './fixtures/run-launcher.ts'

afterAll(removeDataDirs)

function postgresOf(state: State): ServerState & { pid: number } {
  const postgres = state.servers.find(({ name }) => name === 'postgres')
  if (!postgres?.process) throw new Error('Postgres is not running')
  return { ...postgres, pid: postgres.process.pid }
}

/** The state once Postgres is another process than before. */
function revived(launcher: RunningLauncher, before: State): Promise<State> {
  return eventually('another Postgres', () => {
    const state = readState(launcher.dataDir)
    return state && postgresOf(state).pid !== postgresOf(before).pid ? state : undefined
  })
}

async function databaseNameAt(url: string): Promise<unknown> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('SELECT current_database() AS name')
  await client.end()
  return rows[0]?.name
}

test('a Postgres that dies comes back where it was, elsewhere when its port is taken, and stops last', async () => {
  const launcher = new RunningLauncher(newDataDir(), { WITH_POSTGRES: '1' })
  const first = await launcher.ready()
  const { url } = postgresOf(first)
  expect(await databaseNameAt(withDatabase(url, 'fixture_billing'))).toBe('fixture_billing')

  process.kill(postgresOf(first).pid, 'SIGKILL')
  const second = await revived(launcher, first)
  expect(postgresOf(second).url).toBe(url)
  expect(pidOf(second, 'billing')).toBe(pidOf(first, 'billing'))

  // The launcher must not be quicker than the squatter.
  launcher.process.kill('SIGSTOP')
  process.kill(postgresOf(second).pid, 'SIGKILL')
  const squatter = await eventually('the port is taken', () => listen(Number(new URL(url).port)))
  launcher.process.kill('SIGCONT')
  const third = await revived(launcher, second)
  expect(postgresOf(third).url).not.toBe(url)
  await eventually('its user is started anew', () => {
    const state = readState(launcher.dataDir)
    const pid = state?.services.find(({ name }) => name === 'billing')?.process?.pid
    return (pid !== undefined && pid !== pidOf(second, 'billing')) || undefined
  })
  expect(pidOf(third, 'ledger')).toBe(pidOf(first, 'ledger'))
  squatter.close()
  expect(await databaseNameAt(withDatabase(postgresOf(third).url, 'fixture_billing'))).toBe('fixture_billing')

  expect(await launcher.end()).toBe(0)
  expect(living([postgresOf(third).pid])).toEqual([])
})

test('a kill -9 of the launcher takes Postgres with it, and the next start has its data', async () => {
  const killed = new RunningLauncher(newDataDir(), { WITH_POSTGRES: '1' })
  const before = await killed.ready()
  await killed.end('SIGKILL')
  const launcher = new RunningLauncher(killed.dataDir, { WITH_POSTGRES: '1' })
  const after = await launcher.ready()
  expect(living([postgresOf(before).pid])).toEqual([])
  expect(await databaseNameAt(withDatabase(postgresOf(after).url, 'fixture_billing'))).toBe('fixture_billing')
  await launcher.end()
})

test('what cannot be provided is told with its remedies, and nothing is left running', async () => {
  const launcher = new RunningLauncher(newDataDir(), {
    WITH_POSTGRES: '1',
    SERVERS: 'docker',
    DOCKER_HOST: 'tcp://127.0.0.1:1',
  })
  expect(await launcher.exited).toBe(1)
  expect(launcher.output).toContain('Could not provide postgres.')
  expect(launcher.output).toContain('POSTGRES_URL=')
  expect(launcher.output).not.toContain('    at ')
})
