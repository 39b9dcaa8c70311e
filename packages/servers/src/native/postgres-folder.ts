import { hash, randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve, sep } from 'node:path'
import type { ServerOptions } from '../types.ts'
import { CannotProvide } from '../unavailable.ts'
import { type Account, canEnter, isRoot, ownerOf, unprivilegedAccount } from './account.ts'
import { sharedFolder } from './shared-folder.ts'

export interface PostgresFolder {
  readonly folder: string
  /** Whom Postgres has to run as; undefined: as this process does. */
  readonly account: Account | undefined
  /** Removes what an ephemeral server kept outside its data folder. */
  readonly discard: () => void
}

/** In the data folder: where Postgres' data is when it cannot be there. */
const POINTER = 'native.elsewhere'
/** In the folder elsewhere: the data folder that it belongs to. */
const BELONGS_TO = 'belongs-to'

const KEEP = () => {}

/**
 * Where Postgres keeps its files, and whom it runs as. That is below dataDir, unless this process is
 * root's and Postgres' own user cannot get there (a private home, say): nobody's permissions are
 * loosened for it. Then it is a folder below /var/lib/invoicing, the same at every start.
 */
export async function postgresFolder(options: ServerOptions): Promise<PostgresFolder> {
  const dataDir = resolve(options.dataDir)
  const inside = join(dataDir, 'native')
  if (!isRoot()) {
    mkdirSync(inside, { recursive: true, mode: 0o700 })
    return { folder: inside, account: undefined, discard: KEEP }
  }
  const known = knownFolder(dataDir, inside)
  const account = known ? ownerOf(known) : await unprivilegedAccount(options.report)
  if (!account) throw new CannotProvide('it does not run as root, and there is no other user to run it as')

  const folder = known ?? folderInside(inside, account) ?? folderElsewhere(dataDir, account, options)
  if (folder === inside) return { folder, account, discard: KEEP }
  options.report(`Postgres' own user cannot enter ${dataDir}: its data is in ${folder}`)
  const discard = options.ephemeral ? () => rmSync(folder, { recursive: true, force: true }) : KEEP
  return { folder, account, discard }
}

/** The folder of an earlier start. Its owner stays its owner: Postgres insists on that. */
function knownFolder(dataDir: string, inside: string): string | undefined {
  const pointer = join(dataDir, POINTER)
  const elsewhere = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : undefined
  return [elsewhere, inside].find((folder) => folder && existsSync(join(folder, 'data')))
}

function folderInside(inside: string, account: Account): string | undefined {
  makeFolder(inside, account)
  if (canEnter(inside, account)) return inside
  rmdirSync(inside)
  return undefined
}

function folderElsewhere(dataDir: string, account: Account, { ephemeral }: ServerOptions): string {
  if (ephemeral) {
    const folder = mkdtempSync(join(tmpdir(), 'invoicing-postgres-'))
    chownSync(folder, account.uid, account.gid)
    if (canEnter(folder, account)) return folder
    rmdirSync(folder)
  }
  const shared = sharedFolder(account)
  removeThrownAway(shared)
  // Not by the path alone: whoever removed the data folder wants to begin anew, not to meet the old data.
  const folder = join(shared, `${hash('sha256', dataDir).slice(0, 12)}-${randomBytes(4).toString('hex')}`)
  makeFolder(folder, account)
  writeFileSync(join(folder, BELONGS_TO), `${dataDir}\n`)
  writeFileSync(join(dataDir, POINTER), `${folder}\n`)
  return folder
}

function makeFolder(folder: string, { uid, gid }: Account): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chownSync(folder, uid, gid)
}

/** Data of temporary folders that are gone: tests that were killed. Anything else is left for its owner to remove. */
function removeThrownAway(shared: string): void {
  for (const entry of readdirSync(shared)) {
    const mark = join(shared, entry, BELONGS_TO)
    const dataDir = existsSync(mark) ? readFileSync(mark, 'utf8').trim() : undefined
    if (dataDir?.startsWith(`${tmpdir()}${sep}`) && !existsSync(dataDir)) {
      rmSync(join(shared, entry), { recursive: true, force: true })
    }
  }
}
