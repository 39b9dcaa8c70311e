import { busSettings, commonSettings, databaseSettings, readEnvironment } from '@invoicing/chassis'

/** The settings of the numbering service; its README lists them. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env) {
  return readEnvironment(env, {
    ...commonSettings,
    ...databaseSettings,
    ...busSettings,
  })
}

export type Config = ReturnType<typeof loadConfig>
