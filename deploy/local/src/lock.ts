import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathsOf } from './data-dir.ts'

/** SQLITE_BUSY: someone else holds the lock. */
const BUSY = 5

/** Another launcher runs on this data folder. */
export class AlreadyRunning extends Error {
  override name = 'AlreadyRunning'
}

/**
 * Takes the data folder for this process. The lock is SQLite's own on an otherwise empty file,
 * because Node has no other the kernel lets go of when its holder dies, by kill -9 too: a file
 * with a pid would be stale then, and two launchers could both believe they had cleared it.
 *
 * @returns what lets go of it
 * @throws AlreadyRunning
 */
export function lockDataDir(dataDir: string): () => void {
  const path = pathsOf(dataDir).lock
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    chmodSync(path, 0o600)
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (Reflect.get(Object(error), 'errcode') === BUSY) throw new AlreadyRunning()
    throw error
  }
  return () => lock.close()
}
