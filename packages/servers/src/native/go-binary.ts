import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CannotProvide } from '../unavailable.ts'
import { lastLine } from './log-file.ts'
import { startProcess } from './process.ts'

const MODULES = fileURLToPath(new URL('../../native', import.meta.url))
/** Two minutes on slow cores, more behind a slow module proxy; in milliseconds. */
const BUILD_WITHIN_MS = 20 * 60_000
const PROGRESS_MS = 30_000
const ABANDONED_AFTER_MS = 2 * BUILD_WITHIN_MS
/** From 1.21 on Go fetches the newer toolchain that a go.mod asks for. */
const OLDEST_GO_MINOR = 21

export interface GoProgram {
  /** The folder of its Go module below packages/servers/native. */
  readonly module: string
  /** The name of the program that comes of the build. */
  readonly binary: string
  /** What `go build` is given besides the flags that all have in common. */
  readonly buildArgs: readonly string[]
}

/** One build after the other: each uses all cores, and its linker up to 1 GB. */
let builds: Promise<unknown> = Promise.resolve()

/**
 * The path of a server that Go builds once for a user: its folder in the cache is named by all that
 * goes into it. A cached one needs no Go.
 *
 * @throws CannotProvide when there is no Go, or the build fails
 */
export async function goBinary(program: GoProgram, report: (line: string) => void): Promise<string> {
  const folder = join(cacheFolder(), `${program.module}-${fingerprint(program)}`)
  const path = join(folder, program.binary)
  if (existsSync(path)) return path
  const build = builds.then(async () => {
    if (!existsSync(path)) await buildInto(folder, program, report)
  })
  builds = build.catch(() => {})
  await build
  return path
}

/** Builds beside the cache and moves the result into it: no one ever sees half a program. */
async function buildInto(folder: string, program: GoProgram, report: (line: string) => void): Promise<void> {
  const { module, binary } = program
  await requireGo(binary)
  const started = Date.now()
  report(`building ${binary} from source with Go: a minute or two, once on this machine`)
  const parent = dirname(folder)
  mkdirSync(parent, { recursive: true })
  removeAbandoned(parent)
  const temporary = mkdtempSync(join(parent, `.building-${module}-`))
  const seconds = () => Math.round((Date.now() - started) / 1000)
  const progress = setInterval(() => report(`still building ${binary} (${seconds()} s)`), PROGRESS_MS)
  try {
    await goBuild(program, temporary)
    rmSync(join(temporary, 'build.log'), { force: true })
    publish(temporary, folder, binary)
  } finally {
    clearInterval(progress)
    rmSync(temporary, { recursive: true, force: true })
  }
  report(`built ${binary} in ${seconds()} s`)
}

async function goBuild({ module, binary, buildArgs }: GoProgram, into: string): Promise<void> {
  const logFile = join(into, 'build.log')
  const build = startProcess({
    command: 'go',
    args: ['build', '-trimpath', '-buildvcs=false', '-ldflags', '-s -w', '-o', `${into}/`, ...buildArgs],
    cwd: join(MODULES, module),
    // The module's own go.sum decides, whatever workspace the caller is in; and no C compiler is needed.
    env: { ...process.env, GOWORK: 'off', CGO_ENABLED: '0' },
    logFile,
    stopSignal: 'SIGTERM',
  })
  const timer = setTimeout(() => void build.stop(), BUILD_WITHIN_MS)
  const status = await build.exited
  clearTimeout(timer)
  if (status !== 0)
    throw new CannotProvide(`building ${binary} failed: ${lastLine(logFile) ?? 'interrupted'}`)
}

/** Another process may have been quicker: then its result is as good. */
function publish(temporary: string, folder: string, binary: string): void {
  try {
    renameSync(temporary, folder)
  } catch (error) {
    if (!existsSync(join(folder, binary))) throw error
  }
}

async function requireGo(binary: string): Promise<void> {
  let version: string
  try {
    version = (
      await promisify(execFile)('go', ['env', 'GOVERSION'], { timeout: 30_000, env: process.env })
    ).stdout.trim()
  } catch {
    throw new CannotProvide(`there is no Go on this machine to build ${binary} with`)
  }
  const minor = Number(/^go1\.(\d+)/.exec(version)?.[1] ?? OLDEST_GO_MINOR)
  if (minor < OLDEST_GO_MINOR) throw new CannotProvide(`${version} is too old to build ${binary} with`)
}

function cacheFolder(): string {
  const base = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  return join(base, 'invoicing', 'servers')
}

/** A hash of the module's files, what is asked of Go, and the platform. */
function fingerprint({ module, buildArgs }: GoProgram): string {
  const folder = join(MODULES, module)
  const sources = readdirSync(folder)
    .filter((file) => file === 'go.mod' || file === 'go.sum' || file.endsWith('.go'))
    .sort()
    .map((file) => `${file}\0${readFileSync(join(folder, file), 'utf8')}`)
  return hash('sha256', [process.platform, process.arch, ...buildArgs, ...sources].join('\0')).slice(0, 16)
}

/** What builds left that were killed. */
function removeAbandoned(parent: string): void {
  for (const entry of readdirSync(parent)) {
    const path = join(parent, entry)
    if (!entry.startsWith('.building-')) continue
    if (Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > ABANDONED_AFTER_MS) {
      rmSync(path, { recursive: true, force: true })
    }
  }
}
