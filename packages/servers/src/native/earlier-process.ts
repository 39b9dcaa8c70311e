import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { CannotStart } from '../unavailable.ts'
import { STOP_WITHIN_MS } from './process.ts'

const POLL_MS = 50

/** What tells a server of one data folder from every other process. */
export interface EarlierProcess {
  readonly pid: number
  /** Who started it, where that is known. */
  readonly owner?: number | undefined
  /** A path in its command line that only a server of this data folder has. */
  readonly marker: string
  readonly stopSignal: NodeJS.Signals
}

/**
 * Stops what a killed run left on a data folder: both guard and owner may have been killed, and two
 * servers on one folder would destroy it. A process is only touched when its id AND its command line
 * are those of a server of this very folder.
 *
 * @throws CannotStart when its owner is alive: then the folder is in use, and nothing is to be stopped
 */
export async function stopEarlierProcess(earlier: EarlierProcess): Promise<void> {
  const { pid, owner, stopSignal } = earlier
  if (!isStillThere(earlier)) return
  // An orphan belongs to init, or whoever else takes in orphans.
  if (owner !== undefined && parentOf(pid) === owner) {
    throw new CannotStart(`its data folder is in use by process ${owner}`)
  }
  signal(pid, stopSignal)
  if (await hasGone(earlier, STOP_WITHIN_MS)) return
  signal(pid, 'SIGKILL')
  if (!(await hasGone(earlier, STOP_WITHIN_MS))) {
    throw new CannotStart(`process ${pid} of an earlier run holds its data folder and cannot be ended`)
  }
}

/** Keeps a server's process id for the next run: a file beside the data, with its owner's id. */
export function rememberProcess(file: string, pid: number): void {
  writeFileSync(file, `${pid} ${process.pid}\n`, { mode: 0o600 })
}

export function rememberedProcess(file: string): { pid: number; owner: number | undefined } | undefined {
  try {
    const [pid, owner] = readFileSync(file, 'utf8').trim().split(/\s+/).map(Number)
    if (pid === undefined || !Number.isInteger(pid) || pid < 2) return undefined
    return { pid, owner }
  } catch {
    return undefined
  }
}

export function forgetProcess(file: string): void {
  rmSync(file, { force: true })
}

/** Whether the process is alive and is the one that is meant. */
export function isStillThere({ pid, marker }: Pick<EarlierProcess, 'pid' | 'marker'>): boolean {
  return commandLine(pid)?.includes(marker) ?? false
}

/**
 * Whether the system knows a process of this id: also a zombie that nobody has reaped yet, which
 * Postgres takes for a living one. Where process 1 reaps late, or never, a killed Postgres stays one.
 */
export function isKnown(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function hasGone(earlier: EarlierProcess, withinMs: number): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await wait(POLL_MS)) {
    if (!isStillThere(earlier)) return true
  }
  return false
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}

/** A process' command line, or undefined when there is none (a zombie's is empty). */
function commandLine(pid: number): string | undefined {
  // Slim images of Linux have no ps.
  if (process.platform === 'linux') return procFile(pid, 'cmdline')?.replaceAll('\0', ' ').trim() || undefined
  return ps(pid, 'command')
}

function parentOf(pid: number): number | undefined {
  const text =
    process.platform === 'linux' ? procFile(pid, 'status')?.match(/^PPid:\s*(\d+)/m)?.[1] : ps(pid, 'ppid')
  return text === undefined ? undefined : Number(text)
}

function procFile(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return undefined
  }
}

function ps(pid: number, column: string): string | undefined {
  try {
    return (
      execFileSync('/bin/ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim() ||
      undefined
    )
  } catch {
    return undefined
  }
}
