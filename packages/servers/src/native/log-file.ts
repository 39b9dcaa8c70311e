import { closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs'

/** A log that is longer than this at a start gives way to a new one, in bytes. */
const ROTATE_AT = 20_000_000
const TAIL = 4_096

/** Keeps a server's log and the one before it: bounded by what is written between two starts. */
export function rotateLog(path: string): void {
  try {
    if (statSync(path).size > ROTATE_AT) renameSync(path, `${path}.1`)
  } catch {
    // There is none yet.
  }
}

/** The last line of a log that says something, or undefined. */
export function lastLine(path: string): string | undefined {
  return tail(path)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .at(-1)
}

/** The end of a log, at most 4 KiB. */
export function tail(path: string): string {
  try {
    const file = openSync(path, 'r')
    try {
      const { size } = fstatSync(file)
      const buffer = Buffer.alloc(Math.min(size, TAIL))
      readSync(file, buffer, 0, buffer.length, size - buffer.length)
      return buffer.toString('utf8')
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}
