import { execFile, execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)
const COMMAND_MS = 10_000

/** A user of this machine as which a process is run. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/** Postgres refuses to run as root: then somebody else has to be found for it. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * The unprivileged user for Postgres: the system's own `postgres` where there is one, else one that
 * is made for it, else `nobody`.
 */
export async function unprivilegedAccount(report: (line: string) => void): Promise<Account | undefined> {
  for (const name of ['postgres', '_postgres']) {
    const account = await accountOf(name)
    if (account) return account
  }
  try {
    await run(
      'useradd',
      [
        '--system',
        '--user-group',
        '--no-create-home',
        '--home-dir',
        '/nonexistent',
        '--shell',
        '/usr/sbin/nologin',
        'postgres',
      ],
      { timeout: COMMAND_MS },
    )
    report('made the system user postgres: Postgres does not run as root')
  } catch {
    // No useradd, or a read-only /etc.
  }
  return (await accountOf('postgres')) ?? (await accountOf('nobody'))
}

/** Whose a folder is. */
export function ownerOf(path: string): Account {
  const { uid, gid } = statSync(path)
  return { uid, gid }
}

/** Whether the user can enter a folder; asked of the system, which knows of ACLs and mounts. */
export function canEnter(folder: string, account: Account): boolean {
  return succeeds('/bin/sh', ['-c', 'cd "$0" && test -x .', folder], account)
}

/** Whether a program runs and succeeds as the user. */
export function succeeds(command: string, args: readonly string[], account: Account | undefined): boolean {
  try {
    execFileSync(command, args, {
      cwd: '/',
      stdio: 'ignore',
      timeout: COMMAND_MS,
      ...(account ? { uid: account.uid, gid: account.gid } : {}),
    })
    return true
  } catch {
    return false
  }
}

async function accountOf(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (which) =>
        Number((await run('id', [which, name], { timeout: COMMAND_MS })).stdout),
      ),
    )
    return uid !== undefined && gid !== undefined && uid > 0 ? { uid, gid } : undefined
  } catch {
    return undefined
  }
}
