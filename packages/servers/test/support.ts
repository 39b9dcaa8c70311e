import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { URL_VARIABLES } from '../src/mod.ts'

/** These tests are of native servers, whatever servers there are for the tests of other workspaces. */
export function nativeOnly(): void {
  for (const variable of Object.values(URL_VARIABLES)) delete process.env[variable]
  process.env.SERVERS = 'native'
}

/** A data folder as one has it by default: others may pass through. */
export function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'invoicing-servers-'))
  chmodSync(folder, 0o711)
  return folder
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  // A process that nobody has reaped yet is dead all the same.
  return process.platform !== 'linux' || !/^State:\s*Z/m.test(readStatus(pid))
}

function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return 'State: Z'
  }
}

/** Polls for a condition, for at most 10 s; packages/testkit depends on this package, so that its own is out of reach. */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await wait(50)) {
    if (await condition()) return
  }
  throw new Error(`not within 10 s: ${what}`)
}
