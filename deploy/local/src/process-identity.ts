import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process that cannot be mistaken for a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number
  /** When it started, in the system's own words; '' when the system would not say. */
  readonly started: string
}

interface ProcessFacts {
  readonly started: string
  readonly command: string
  readonly parent: number
}

export function identify(pid: number): ProcessIdentity {
  return { pid, started: factsOf(pid)?.started ?? '' }
}

/** Whether that very process still runs; one that is dead and only not yet reaped does not. */
export function isAlive({ pid, started }: ProcessIdentity): boolean {
  const facts = factsOf(pid)
  return facts !== undefined && (started === '' || facts.started === started)
}

/** What the system knows of a process, or undefined when none of that number runs. */
export function factsOf(pid: number): ProcessFacts | undefined {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
}

function fromProc(pid: number): ProcessFacts | undefined {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // The command is in parentheses and may itself hold any character; the fields come after the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, parent] = fields
  if (state === 'Z' || state === 'X') return undefined
  const command = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
  return { started: fields[19] ?? '', command, parent: Number(parent) }
}

function fromPs(pid: number): ProcessFacts | undefined {
  const ps = spawnSync('ps', ['-o', 'stat=,ppid=,lstart=,comm=', '-p', String(pid)], {
    encoding: 'utf8',
    timeout: 2_000,
  })
  const found = /^\s*(\S+)\s+(\d+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s+(.*?)\s*$/.exec(ps.stdout ?? '')
  if (!found || found[1]?.startsWith('Z')) return undefined
  return { started: found[3] ?? '', command: found[4]?.replace(/^.*\//, '') ?? '', parent: Number(found[2]) }
}
