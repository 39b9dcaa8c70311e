import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { provideServer, SERVER_NAMES, type ServerName } from '../src/mod.ts'
import { isAlive, makeDataDir, nativeOnly, until } from './support.ts'

let dataDir: string
const owners: ChildProcess[] = []

beforeEach(() => {
  nativeOnly()
  dataDir = makeDataDir()
})

afterEach(async () => {
  for (const owner of owners.splice(0)) await kill(owner)
  rmSync(dataDir, { recursive: true, force: true })
})

interface Provided {
  readonly owner: ChildProcess
  readonly servers: readonly { readonly name: ServerName; readonly pid: number; readonly url: string }[]
}

/** A process of its own that provides servers. */
async function provideElsewhere(...names: readonly ServerName[]): Promise<Provided> {
  const owner = spawn(
    process.execPath,
    [fileURLToPath(new URL('fixtures/provide.ts', import.meta.url)), dataDir, ...names],
    { stdio: ['ignore', 'pipe', 'inherit'], env: process.env },
  )
  owners.push(owner)
  const [line] = await once(createInterface(owner.stdout), 'line')
  return { owner, servers: JSON.parse(line) }
}

async function kill(owner: ChildProcess): Promise<void> {
  if (owner.exitCode !== null || owner.signalCode !== null) return
  const exit = once(owner, 'exit')
  owner.kill('SIGKILL')
  await exit
}

/** The guards of an owner's servers: its children that are called so. */
function guardsOf(owner: ChildProcess): number[] {
  return execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('server-guard') && Number(line.trim().split(/\s+/)[1]) === owner.pid)
    .map((line) => Number(line.trim().split(/\s+/)[0]))
}

describe('when the process that provided the servers is killed', () => {
  test('nothing of them is alive within 10 s', async () => {
    const { owner, servers } = await provideElsewhere(...SERVER_NAMES)
    const guards = guardsOf(owner)
    expect(guards).toHaveLength(SERVER_NAMES.length)
    expect(servers.every(({ pid }) => isAlive(pid))).toBe(true)
    await kill(owner)
    const pids = [...servers.map(({ pid }) => pid), ...guards]
    await until(() => !pids.some(isAlive), 'all servers and guards have ended')
  }, 60_000)

  test('a guard that was killed has been replaced', async () => {
    const { owner, servers } = await provideElsewhere('nats')
    const [guard = 0] = guardsOf(owner)
    process.kill(guard, 'SIGKILL')
    await until(() => guardsOf(owner).some((pid) => pid !== guard), 'another guard is there')
    await kill(owner)
    await until(() => !servers.some(({ pid }) => isAlive(pid)), 'the server has ended')
  })

  test.each(['nats', 'postgres'] as const)(
    'with the guard, so that %s lives on, the next start ends the old server first',
    async (name) => {
      const { owner, servers } = await provideElsewhere(name)
      const [old] = servers
      // Stopped, the owner cannot replace its guard before it dies too.
      owner.kill('SIGSTOP')
      for (const guard of guardsOf(owner)) process.kill(guard, 'SIGKILL')
      await kill(owner)
      expect(isAlive(old?.pid ?? 0)).toBe(true)
      const again = await provideServer(name, {
        dataDir: `${dataDir}/${name}`,
        password: 'secret',
        ephemeral: true,
        report: () => {},
      })
      expect(isAlive(old?.pid ?? 0)).toBe(false)
      expect(await again.ready()).toBe(true)
      await again.stop()
    },
    60_000,
  )
})

test('Ctrl-C at the terminal of the owner does not reach the servers', async () => {
  const { owner, servers } = await provideElsewhere('nats')
  const groups = execFileSync('ps', ['-o', 'pgid=', '-p', [owner.pid, servers[0]?.pid].join()], {
    encoding: 'utf8',
  })
  const [first, second] = groups.trim().split(/\s+/)
  expect(first).not.toBe(second)
  expect(Number(second)).toBe(servers[0]?.pid)
})
