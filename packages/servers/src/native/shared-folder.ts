import { lstatSync, mkdirSync } from 'node:fs'
import { CannotProvide } from '../unavailable.ts'
import { type Account, canEnter } from './account.ts'

/** Where root keeps what other users must reach, best first. */
const CANDIDATES = ['/var/lib/invoicing', '/var/tmp/invoicing'] as const

/**
 * A folder of root's that the user can pass through.
 *
 * @throws CannotProvide when there is none
 */
export function sharedFolder(account: Account): string {
  for (const folder of CANDIDATES) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o711 })
    } catch {
      continue
    }
    if (isOursAlone(folder) && canEnter(folder, account)) return folder
  }
  throw new CannotProvide(
    `running as root, it needs a folder that another user can reach, and none of ${CANDIDATES.join(', ')} can be used`,
  )
}

/** In /var/tmp anybody might have made the folder before us, and would own what is run from it. */
function isOursAlone(folder: string): boolean {
  const { uid, mode } = lstatSync(folder)
  return uid === process.getuid?.() && (mode & 0o022) === 0
}
