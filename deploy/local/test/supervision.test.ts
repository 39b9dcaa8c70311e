import { afterAll, afterEach, describe, expect, test } from '@jest/globals'
import { Backoff } from '../src/backoff.ts'
import { readState, type State } from '../src/state.ts'
import {
  eventually,
  listen,
  living,
  newDataDir,
  pidOf,
  RunningLauncher,
  removeDataDirs,
} from './fixtures/run-launcher.ts'

const launchers: RunningLauncher[] = []
function launch(env: Record<string, string> = {}): RunningLauncher {
  const launcher = new RunningLauncher(newDataDir(), env)
  launchers.push(launcher)
  return launcher
}
afterEach(async () => {
  await Promise.all(launchers.splice(0).map((launcher) => launcher.end()))
})
afterAll(removeDataDirs)

/** The state once the service runs as another process than before. */
function replaced(launcher: RunningLauncher, before: State, name: string): Promise<State> {
  const old = pidOf(before, name)
  return eventually(`${name} is another process than ${old}`, () => {
    const state = readState(launcher.dataDir)
    const pid = state?.services.find((service) => service.name === name)?.process?.pid
    return state && pid !== undefined && pid !== old ? state : undefined
  })
}

describe('a service that dies', () => {
  test('is started again on its address, and the reason is told with the last line of its log', async () => {
    const launcher = launch()
    const before = await launcher.ready()
    process.kill(pidOf(before, 'ledger'), 'SIGKILL')
    const after = await replaced(launcher, before, 'ledger')
    expect(after.services).toMatchObject(before.services.map(({ name, address }) => ({ name, address })))
    await eventually('its return is told', () => launcher.output.includes('ledger is back') || undefined)
    expect(launcher.output).toContain(
      'ledger ended (killed by SIGKILL; its last line: ledger has started); starting it again in 0.1 s',
    )
    expect(pidOf(after, 'billing')).toBe(pidOf(before, 'billing'))
  })

  test('is told to its callers at its new address when its own was taken meanwhile', async () => {
    const launcher = launch()
    const before = await launcher.ready()
    const billing = before.services.find(({ name }) => name === 'billing')
    // The launcher must not be quicker than the squatter.
    launcher.process.kill('SIGSTOP')
    process.kill(pidOf(before, 'billing'), 'SIGKILL')
    const squatter = await eventually('the port is taken', () =>
      listen(Number(billing?.address.split(':')[1])),
    )
    launcher.process.kill('SIGCONT')
    const after = await replaced(launcher, before, 'gateway')
    expect(after.services.find(({ name }) => name === 'billing')?.address).not.toBe(billing?.address)
    squatter.close()
  })

  test('waits longer each time, until it has lived for a while', () => {
    const backoff = new Backoff()
    const waits = Array.from({ length: 9 }, () => backoff.next(1_000))
    expect(waits).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000])
    expect(backoff.next(30_000)).toBe(100)
  })
})

describe('a start', () => {
  test('that is not complete in time says what is missing, where its log is and how it ends', async () => {
    const launcher = launch({ OTEL_FAIL: 'ledger', READY_WITHIN_MS: '2500' })
    expect(await launcher.exited).toBe(1)
    expect(launcher.output).toContain(
      'ledger ended (exit code 3; its last line: no configuration: THING is missing)',
    )
    expect(launcher.output).toContain(
      `ledger is not ready after 2.5 s; its log is ${launcher.dataDir}/logs/ledger.log`,
    )
    expect(launcher.output).not.toContain('Paste this')
    expect(launcher.events()).toEqual(['gateway stopped', 'billing stopped'])
  })

  test('makes the demo company once and shows its key each time', async () => {
    const first = launch()
    await first.ready()
    await first.end()
    expect(first.output).toContain('key_abcd')
    const second = new RunningLauncher(first.dataDir, {})
    launchers.push(second)
    await second.ready()
    await eventually('the card', () => second.output.includes('Paste this') || undefined)
    expect(second.output).toContain('key_abcd')
    expect(second.events().filter((event) => event === 'gateway made a company')).toHaveLength(1)
  })
})

describe('a stop', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'on %s ends the gateway first and exits with 0',
    async (signal) => {
      const launcher = launch()
      const state = await launcher.ready()
      // npm and the terminal both pass on a Ctrl-C.
      launcher.process.kill(signal)
      expect(await launcher.end(signal)).toBe(0)
      expect(launcher.events().slice(-3)[0]).toBe('gateway stopped')
      expect(launcher.events().slice(-2).sort()).toEqual(['billing stopped', 'ledger stopped'])
      expect(living(state.services.map(({ name }) => pidOf(state, name)))).toEqual([])
      expect(readState(launcher.dataDir)).toBeUndefined()
    },
  )

  test('in the middle of the start leaves no process', async () => {
    const launcher = launch({ OTEL_FAIL: 'gateway' })
    const state = await eventually('a service runs', () => {
      const state = readState(launcher.dataDir)
      return state?.services.some(({ process }) => process) ? state : undefined
    })
    expect(await launcher.end('SIGINT')).toBe(0)
    expect(living(state.services.flatMap(({ process }) => process?.pid ?? []))).toEqual([])
  })

  test('kills a service that is suspended', async () => {
    const launcher = launch()
    const state = await launcher.ready()
    process.kill(pidOf(state, 'ledger'), 'SIGSTOP')
    const began = Date.now()
    expect(await launcher.end()).toBe(0)
    expect(Date.now() - began).toBeLessThan(10_000)
    expect(living([pidOf(state, 'ledger')])).toEqual([])
  })
})
