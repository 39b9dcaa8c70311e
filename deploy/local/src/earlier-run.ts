import { setTimeout as wait } from 'node:timers/promises'
import { isAlive, type ProcessIdentity } from './process-identity.ts'
import { readLeftState } from './state.ts'

/** A launcher that was killed leaves processes that end by themselves or are killed within this time, in milliseconds. */
const LONGEST_MS = 10_000

/**
 * Waits until nothing of a run whose launcher was killed is left on this data folder: two Postgres
 * on one folder would be refused, and two of any service would compete. What does not end is killed.
 */
export async function awaitEndOfEarlierRun(dataDir: string, report: (line: string) => void): Promise<void> {
  const left = readLeftState(dataDir)
  if (!left) return
  const processes = [...left.services, ...left.servers].flatMap(({ process }) => process ?? [])
  if (!processes.some(isAlive)) return
  report('an earlier run was killed: waiting until its processes have ended')
  const deadline = Date.now() + LONGEST_MS
  while (Date.now() < deadline) {
    if (!processes.some(isAlive)) return
    await wait(50)
  }
  for (const each of processes.filter(isAlive)) kill(each)
}

function kill({ pid }: ProcessIdentity): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL')
    } catch {
      // It leads no group, or has ended in this very moment.
    }
  }
}
