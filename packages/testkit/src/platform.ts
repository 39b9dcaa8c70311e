import { execFile, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { eventually } from './eventually.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const LOCAL = join(ROOT, 'deploy/local/src')

/** A whole platform, started as `npm start` does: its own servers, six services, one launcher. */
export interface Platform {
  readonly url: string
  /** The key of the demo company. */
  readonly demoKey: string
  /** The launcher's process id. */
  readonly pid: number
  /** Ends it as Ctrl-C would. @returns the launcher's exit code */
  stop(): Promise<number>
}

export interface PlatformOptions {
  /** Kept by the caller; two platforms need two. */
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
  /** How long it may take to be ready, in milliseconds. */
  readonly within?: number
}

/** Starts a platform on a free port and waits until it is ready. */
export async function startPlatform({
  dataDir,
  env = {},
  within = 110_000,
}: PlatformOptions): Promise<Platform> {
  const launcher = spawn(process.execPath, [join(LOCAL, 'main.ts')], {
    cwd: ROOT,
    env: { ...environment(dataDir), PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [launcher.stdout, launcher.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = `${output}${text}`.slice(-10_000)
    })
  }
  const { promise: ended, resolve: end } = Promise.withResolvers<number>()
  launcher.once('exit', (code) => end(code ?? -1))
  const stop = () => {
    launcher.kill('SIGTERM')
    return ended
  }
  try {
    const state = await eventually(
      async () => {
        if (launcher.exitCode !== null) throw new Error(`the launcher ended:\n${output}`)
        const state = JSON.parse(await readFile(join(dataDir, 'run/state.json'), 'utf8'))
        return state.launcher.pid === launcher.pid && state.ready ? state : undefined
      },
      { within },
    )
    const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
    return { url: state.localUrl, demoKey: demo.api_key, pid: state.launcher.pid, stop }
  } catch (error) {
    await stop()
    throw new Error(`the platform did not start:\n${output}`, { cause: error })
  }
}

interface PartStatus {
  readonly name: string
  readonly pid: number | null
  readonly address: string
  readonly ready: boolean
}

/** What `npm run --silent status -- --json` tells. */
export interface PlatformStatus {
  readonly ready: boolean
  readonly url: string
  readonly services: readonly PartStatus[]
  readonly servers: readonly PartStatus[]
}

export async function platformStatus(dataDir: string): Promise<PlatformStatus> {
  const { stdout } = await run(dataDir, 'status.ts', ['--json'])
  return JSON.parse(stdout)
}

export interface CommandResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the admin command against the platform of a data folder. */
export function admin(dataDir: string, ...args: string[]): Promise<CommandResult> {
  return run(dataDir, 'admin.ts', args)
}

function run(dataDir: string, script: string, args: readonly string[]): Promise<CommandResult> {
  const { promise, resolve: done } = Promise.withResolvers<CommandResult>()
  const options = { cwd: ROOT, env: environment(dataDir), timeout: 30_000 }
  execFile(process.execPath, [join(LOCAL, script), ...args], options, (error, stdout, stderr) => {
    done({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr })
  })
  return promise
}

/** The platform under test brings its own servers: it kills them, which the shared ones must not suffer. */
function environment(dataDir: string): NodeJS.ProcessEnv {
  const { POSTGRES_URL, MONGODB_URL, NATS_URL, S3_URL, ...rest } = process.env
  return { ...rest, DATA_DIR: dataDir }
}
