import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from '@jest/globals'
import type { State } from '../src/state.ts'
import {
  eventually,
  LAUNCHER_COMMAND,
  living,
  newDataDir,
  pidOf,
  RunningLauncher,
  removeDataDirs,
} from './fixtures/run-launcher.ts'

afterAll(removeDataDirs)

function pidsOf(state: State): number[] {
  return state.services.map(({ name }) => pidOf(state, name))
}

/** Processes whose parent is this one. */
function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
}

test('a kill -9 of the launcher ends every process, also one that is suspended', async () => {
  const launcher = new RunningLauncher(newDataDir(), {})
  const state = await launcher.ready()
  const pids = childrenOf(state.launcher.pid)
  expect(pids).toEqual(expect.arrayContaining(pidsOf(state)))
  process.kill(pidOf(state, 'ledger'), 'SIGSTOP')
  const killed = Date.now()
  expect(await launcher.end('SIGKILL')).toBe('SIGKILL')
  await eventually('nothing is left', () => living(pids).length === 0 || undefined)
  expect(Date.now() - killed).toBeLessThan(10_000)
})

test('a start after a kill -9 waits for what is left and comes up on the same data', async () => {
  const killed = new RunningLauncher(newDataDir(), {})
  const before = await killed.ready()
  process.kill(pidOf(before, 'ledger'), 'SIGSTOP')
  await killed.end('SIGKILL')
  const launcher = new RunningLauncher(killed.dataDir, {})
  const after = await launcher.ready()
  expect(launcher.output).toContain('an earlier run was killed')
  expect(living(pidsOf(before))).toEqual([])
  expect(living(pidsOf(after))).toEqual(pidsOf(after))
  await launcher.end()
})

test('a kill -9 of the npm above the launcher stops the platform', async () => {
  // As npm runs it, with a shell between that stays.
  const script = `${LAUNCHER_COMMAND} & echo $! >"$DATA_DIR/pid"; wait`
  const npm = `'${process.execPath}' -e 'require("child_process").spawn("/bin/sh", ["-c", process.argv[1]])' "$0"`
  const launcher = new RunningLauncher(newDataDir(), { npm_lifecycle_event: 'start' }, [
    '/bin/sh',
    '-c',
    `exec ${npm}`,
    script,
  ])
  const state = await launcher.ready()
  const pids = [...pidsOf(state), ...childrenOf(state.launcher.pid), state.launcher.pid]
  await launcher.end('SIGKILL')
  await eventually('nothing is left', () => living(pids).length === 0 || undefined)
})

test('a guard that is killed is replaced', async () => {
  const launcher = new RunningLauncher(newDataDir(), {})
  const state = await launcher.ready()
  const guardOf = () => childrenOf(state.launcher.pid).find((pid) => !pidsOf(state).includes(pid))
  const guard = guardOf()
  if (guard === undefined) throw new Error('there is no guard')
  process.kill(guard, 'SIGKILL')
  await eventually('another guard', () => {
    const pid = guardOf()
    return (pid !== undefined && pid !== guard) || undefined
  })
  process.kill(pidOf(state, 'billing'), 'SIGSTOP')
  await launcher.end('SIGKILL')
  await eventually('nothing is left', () => living(pidsOf(state)).length === 0 || undefined)
})
