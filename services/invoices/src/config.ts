import { address, busSettings, commonSettings, databaseSettings, readEnvironment } from '@invoicing/chassis'
import { moderationSettings } from '@invoicing/moderation'

/** The settings of the invoices service; its README lists them. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env) {
  return readEnvironment(env, {
    ...commonSettings,
    ...databaseSettings,
    ...busSettings,
    CLIENTS_ADDRESS: address({ desc: 'the host:port of the clients service' }),
    NUMBERING_ADDRESS: address({ desc: 'the host:port of the numbering service' }),
    ...moderationSettings,
  })
}

export type Config = ReturnType<typeof loadConfig>
