import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { codeOf } from './error-code.ts'

/** Writes JSON that only the owner may read, whole or not at all: a reader never sees half of it. */
export function writePrivateJson(path: string, value: unknown, durable = false): void {
  const draft = `${path}.${process.pid}.tmp`
  rmSync(draft, { force: true })
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeSync(file, `${JSON.stringify(value, null, 2)}\n`)
    if (durable) fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(draft, path)
}

/**
 * The JSON of a file that only its owner should read (its mode is put right when it is wider), or
 * undefined when there is none.
 *
 * @throws SyntaxError when it is not JSON
 */
export function readPrivateJson(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
  return JSON.parse(text)
}
