import type { ProvideServer } from './backing-servers.ts'
import { card } from './card.ts'
import { pathsOf, prepareDataDir } from './data-dir.ts'
import { ensureDemo } from './demo.ts'
import { awaitEndOfEarlierRun } from './earlier-run.ts'
import { AlreadyRunning, lockDataDir } from './lock.ts'
import { Platform, StartError } from './platform.ts'
import { holdGatewayPort } from './ports.ts'
import { type Reporter, seconds } from './reporter.ts'
import { ensureSecrets } from './secrets.ts'
import { readSettings, type Settings, SettingsError } from './settings.ts'
import { readState } from './state.ts'
import { stopRequests } from './stop-requests.ts'
import type { ServiceSpec } from './topology.ts'

export interface LaunchOptions {
  readonly env: NodeJS.ProcessEnv
  readonly topology: readonly ServiceSpec[]
  readonly servicesFolder: string
  readonly cwd: string
  readonly provide: ProvideServer
  readonly reporter: Reporter
  readonly readyWithinMs?: number
}

/**
 * The whole life of `npm start`: up, ready, card, until a signal, down.
 *
 * @returns the exit code: 0 for a clean stop on a signal
 * @throws SettingsError, StartError and what a server threw that cannot be provided, all in words for people
 */
export async function launch(options: LaunchOptions): Promise<number> {
  const began = Date.now()
  const { env, reporter } = options
  const settings = readSettings(env)
  prepareDataDir(settings.dataDir)
  const unlock = lock(settings.dataDir)
  try {
    const port = await holdGatewayPort(settings.host, settings.port)
    const stop = stopRequests(env)
    reporter.print(`\n  Invoicing starts; its data is in ${settings.dataDir}\n`)
    const clear = awaitEndOfEarlierRun(settings.dataDir, (line) => reporter.progress(line))
    if (await Promise.race([clear.then(() => false), stop.requested.then(() => true)])) return stop.exitCode()
    const secrets = ensureSecrets(settings.dataDir)
    const platform = new Platform({ ...options, settings, secrets, port })
    try {
      const up = bringUp(platform, settings, secrets.ADMIN_TOKEN).then((apiKey) =>
        reporter.print(cardOf(platform, settings, env, apiKey, Date.now() - began)),
      )
      const reason = await Promise.race([stop.requested, up.then(() => stop.requested)])
      reporter.progress(`${reason}: stopping`)
    } finally {
      const stopping = Date.now()
      await platform.stop()
      reporter.progress(`stopped in ${seconds(Date.now() - stopping)}`)
    }
    return stop.exitCode()
  } finally {
    unlock()
  }
}

async function bringUp(platform: Platform, settings: Settings, adminToken: string): Promise<string> {
  await platform.start()
  const { demo: file, logs } = pathsOf(settings.dataDir)
  try {
    const demo = await ensureDemo(platform.adminAddress, adminToken, file)
    platform.markReady()
    return demo.api_key
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`The demo company could not be made (${reason}); see the logs in ${logs}`)
  }
}

function lock(dataDir: string): () => void {
  try {
    return lockDataDir(dataDir)
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error
    const state = readState(dataDir)
    const other = state ? ` (pid ${state.launcher.pid}, ${state.url})` : ''
    throw new SettingsError(
      `DATA_DIR ${dataDir} is in use by a platform that runs${other}: stop that one, or choose another folder`,
    )
  }
}

function cardOf(
  platform: Platform,
  settings: Settings,
  env: NodeJS.ProcessEnv,
  apiKey: string,
  ms: number,
): string {
  return card({
    publicUrl: platform.publicUrl,
    localUrl: platform.localUrl,
    apiKey,
    logs: pathsOf(settings.dataDir).logs,
    dataDir: env.DATA_DIR?.trim() || undefined,
    readyIn: seconds(ms),
  })
}
