import { chownSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CannotStart } from '../unavailable.ts'
import type { Account } from './account.ts'
import { lastLine } from './log-file.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { startProcess } from './process.ts'

const WITHIN_MS = 120_000

export interface InitdbOptions {
  readonly binaries: PostgresBinaries
  /** The folder that comes to be; the one above it exists, and belongs to the account. */
  readonly data: string
  readonly password: string
  readonly account: Account | undefined
  readonly ephemeral: boolean
}

/**
 * Makes a new database cluster. It is made beside its place and then moved into it: what a kill
 * leaves half done is never taken for a cluster.
 *
 * The collation is the code point order of the built-in C.UTF-8, the same on every platform, and
 * MongoDB's order of strings too.
 */
export async function initdb(options: InitdbOptions): Promise<void> {
  const { binaries, data, password, account, ephemeral } = options
  const folder = dirname(data)
  const temporary = `${data}.new`
  const passwordFile = join(folder, 'password')
  const logFile = join(folder, 'initdb.log')
  rmSync(temporary, { recursive: true, force: true })
  rmSync(passwordFile, { force: true })
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (account) chownSync(passwordFile, account.uid, account.gid)
  try {
    const running = startProcess({
      command: binaries.initdb,
      args: [
        `--pgdata=${temporary}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        ...(ephemeral ? ['--no-sync'] : []),
      ],
      env: { LC_ALL: 'C' },
      cwd: folder,
      account,
      logFile,
      stopSignal: 'SIGTERM',
    })
    const timer = setTimeout(() => void running.stop(), WITHIN_MS)
    const status = await running.exited
    clearTimeout(timer)
    if (status !== 0)
      throw new CannotStart(`initdb failed: ${lastLine(logFile) ?? 'interrupted'} (${logFile})`)
    renameSync(temporary, data)
  } finally {
    rmSync(passwordFile, { force: true })
    if (existsSync(temporary)) rmSync(temporary, { recursive: true, force: true })
  }
}
