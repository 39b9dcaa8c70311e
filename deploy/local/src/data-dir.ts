import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from './error-code.ts'
import { SettingsError } from './settings.ts'

/** Where everything lies under DATA_DIR. */
export function pathsOf(dataDir: string) {
  return {
    secrets: join(dataDir, 'secrets.json'),
    demo: join(dataDir, 'demo.json'),
    logs: join(dataDir, 'logs'),
    run: join(dataDir, 'run'),
    state: join(dataDir, 'run', 'state.json'),
    lock: join(dataDir, 'run', 'lock.sqlite'),
    server: (name: string) => join(dataDir, name),
  }
}

/**
 * Makes the data folder and what the launcher itself keeps in it.
 *
 * @throws SettingsError when it cannot be made or written to
 */
export function prepareDataDir(dataDir: string): void {
  const paths = pathsOf(dataDir)
  try {
    if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true, mode: folderMode() })
    for (const folder of [paths.run, paths.logs]) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    }
  } catch (error) {
    throw new SettingsError(
      `DATA_DIR is ${dataDir}, which cannot be used (${codeOf(error)}): name a folder that you may write to`,
    )
  }
}

/**
 * Nobody else looks into the folder. Started by root, Postgres runs as another user and has to pass
 * through it to its own part: then others may pass, but not list.
 */
function folderMode(): number {
  return process.getuid?.() === 0 ? 0o711 : 0o700
}
