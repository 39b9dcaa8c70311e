import {
  closeSync,
  copyFileSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'

/** A log that grows beyond this is cut, in bytes; one older part is kept beside it. */
const LARGEST = 50 * 1024 * 1024
const CHECK_MS = 5_000
const TAIL_BYTES = 16 * 1024
/** Of a line that is shown to people, in characters. */
const LONGEST_LINE = 300
/** As many lines as Node's report of an uncaught error has, at the most. */
const REPORT_LINES = 60

/**
 * The logs of the processes, one file each, written by the processes themselves: a launcher that
 * is busy or dead loses no line and slows nobody down.
 */
export class LogFiles {
  readonly #folder: string
  readonly #paths = new Set<string>()
  readonly #timer: NodeJS.Timeout

  constructor(folder: string) {
    this.#folder = folder
    this.#timer = setInterval(() => this.#bound(), CHECK_MS)
    this.#timer.unref()
  }

  get folder(): string {
    return this.#folder
  }

  /** The log of a process; its first use in a run puts the log of the run before it aside. */
  path(name: string): string {
    const path = join(this.#folder, `${name}.log`)
    if (!this.#paths.has(path)) {
      this.#paths.add(path)
      if (sizeOf(path) > 0) renameSync(path, `${path}.1`)
    }
    return path
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** Copies and empties instead of renaming: the processes keep appending to the file they opened. */
  #bound(): void {
    for (const path of this.#paths) {
      try {
        if (sizeOf(path) <= LARGEST) continue
        copyFileSync(path, `${path}.1`)
        truncateSync(path)
      } catch {
        // A full disk is the processes' own to report; the next round tries again.
      }
    }
  }
}

/** The last lines of a log that are not blank, in words rather than JSON; [] when there is none. */
export function lastLines(path: string, count: number): string[] {
  return tailOf(path)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-count)
    .map(inWords)
}

/**
 * The one line of a log that tells best why its process ended: of Node's report of an uncaught error,
 * whose last lines are a stack and Node's version, the error itself; else the last line.
 */
export function lastWords(path: string): string | undefined {
  const lines = lastLines(path, REPORT_LINES)
  if (!lines.at(-1)?.startsWith('Node.js v')) return lines.at(-1)
  return lines.findLast((line) => /^\w*(Error|Exception)( \[\w+\])?: /.test(line)) ?? lines.at(-2)
}

function inWords(line: string): string {
  const words = wordsOf(line)
  return words.length > LONGEST_LINE ? `${words.slice(0, LONGEST_LINE)}…` : words
}

function wordsOf(line: string): string {
  try {
    const entry: unknown = JSON.parse(line)
    if (typeof entry !== 'object' || entry === null) return line
    const message = Reflect.get(entry, 'msg')
    const cause = Reflect.get(Object(Reflect.get(entry, 'err')), 'message')
    const words = [message, cause].filter((part) => typeof part === 'string' && part !== '')
    return words.length > 0 ? words.join(': ') : line
  } catch {
    return line
  }
}

function tailOf(path: string): string {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return ''
  }
  try {
    const { size } = fstatSync(file)
    const start = Math.max(0, size - TAIL_BYTES)
    const buffer = Buffer.alloc(size - start)
    const read = readSync(file, buffer, 0, buffer.length, start)
    return buffer.toString('utf8', 0, read)
  } finally {
    closeSync(file)
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
