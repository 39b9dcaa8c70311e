import { type ChildProcess, spawn } from 'node:child_process'
import type { Writable } from 'node:stream'

/**
 * Reads the server's process id, then waits. A second line means that the server has ended; the end
 * of the input without one means that this Node process is gone, kill -9 included: then the server
 * is asked to stop, and killed when it has not after 8 s. Plain POSIX sh, for Debian's and macOS' alike.
 */
const SCRIPT = `
trap '' INT TERM HUP
read -r pid || exit 0
read -r released && exit 0
kill "-$1" "$pid" 2>/dev/null || exit 0
tenths=0
while kill -0 "$pid" 2>/dev/null; do
  tenths=$((tenths + 1))
  if [ "$tenths" -gt 80 ]; then kill -KILL "$pid" 2>/dev/null; exit 0; fi
  sleep 0.1
done
`

/** A guard that keeps dying is not replaced for ever. */
const REPLACEMENTS = 10

/** Sees to it that a server ends when this process does. A small shell, since it must survive us. */
export class ProcessGuard {
  readonly #signal: string
  readonly #account: { readonly uid: number; readonly gid: number } | undefined
  #shell: ChildProcess
  #pid: number | undefined
  #released = false
  #replacements = 0

  constructor(signal: NodeJS.Signals, account?: { readonly uid: number; readonly gid: number }) {
    this.#signal = signal.replace('SIG', '')
    this.#account = account
    this.#shell = this.#start()
  }

  /**
   * The guard's input, for the server to write its process id to before it becomes the server: were
   * only this process to do so, a kill -9 between the two would leave the server unguarded.
   */
  get channel(): Writable {
    if (!this.#shell.stdin) throw new Error('the guard has no input')
    return this.#shell.stdin
  }

  /** From now on a guard that dies is replaced. */
  watch(pid: number): void {
    this.#pid = pid
  }

  /** The server has ended: its process id may soon be another's, and must not be signalled. */
  release(): void {
    this.#released = true
    if (this.#shell.stdin?.writable) this.#shell.stdin.end(this.#pid === undefined ? '' : 'released\n')
  }

  #start(): ChildProcess {
    const shell = spawn('/bin/sh', ['-c', SCRIPT, 'server-guard', this.#signal], {
      cwd: '/',
      env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      ...(this.#account ? { uid: this.#account.uid, gid: this.#account.gid } : {}),
    })
    shell.stdin?.on('error', () => {})
    shell.once('error', () => {})
    shell.once('exit', () => this.#replace())
    return shell
  }

  #replace(): void {
    if (this.#released || this.#pid === undefined || this.#replacements === REPLACEMENTS) return
    this.#replacements++
    this.#shell = this.#start()
    this.channel.write(`${this.#pid}\n`)
  }
}
