import { type ChildProcess, spawn } from 'node:child_process'

/** What outlives the launcher for longer than this is killed, in seconds. */
const GRACE_S = 6

/**
 * A shell, because it must be small, and must not share the fate of the launcher. It is told of
 * every process over its standard input, whose end means that the launcher is gone, by kill -9
 * too. Everything here stops by itself then; what is hung or suspended does not, and is killed.
 */
const SCRIPT = `
trap '' INT TERM HUP
pids=
grace=${GRACE_S}
while read -r sign pid; do
  if [ "$sign" = + ]; then pids="$pids $pid"; continue; fi
  if [ "$sign" = ! ]; then grace=0; continue; fi
  kept=
  for each in $pids; do [ "$each" = "$pid" ] || kept="$kept $each"; done
  pids=$kept
done
alive() { for pid in $pids; do kill -0 "$pid" 2>/dev/null && return 0; done; return 1; }
seconds=0
while alive && [ $seconds -lt $grace ]; do sleep 1; seconds=$((seconds + 1)); done
for pid in $pids; do kill -KILL "-$pid" 2>/dev/null || kill -KILL "$pid" 2>/dev/null; done
exit 0
`

/** The last resort against processes that outlive a launcher which was killed. */
export class Guard {
  readonly #watched = new Set<number>()
  readonly #label: string
  #shell: ChildProcess | undefined
  #closed = false

  /** @param label names the platform in the list of processes */
  constructor(label: string) {
    this.#label = label
    this.#start()
  }

  get pid(): number | undefined {
    return this.#shell?.pid
  }

  watch(pid: number): void {
    this.#watched.add(pid)
    this.#tell(`+ ${pid}\n`)
  }

  /** To be called as soon as the process has ended: its number may be given to another. */
  forget(pid: number): void {
    this.#watched.delete(pid)
    this.#tell(`- ${pid}\n`)
  }

  /** Ends the guard, which kills at once what is still being watched. */
  async close(): Promise<void> {
    this.#closed = true
    const shell = this.#shell
    if (!shell || shell.exitCode !== null || shell.signalCode !== null) return
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    shell.once('exit', () => resolve())
    shell.stdin?.end('! 0\n')
    await ended
  }

  #start(): void {
    const shell = spawn('/bin/sh', ['-c', SCRIPT, 'invoicing-guard', this.#label], {
      cwd: '/',
      env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    this.#shell = shell
    shell.stdin?.on('error', () => {})
    shell.once('error', () => {})
    shell.once('exit', () => {
      if (!this.#closed) this.#start()
    })
    for (const pid of this.#watched) this.#tell(`+ ${pid}\n`)
  }

  #tell(line: string): void {
    if (this.#shell?.stdin?.writable) this.#shell.stdin.write(line)
  }
}
