import { address, commonSettings, readEnvironment, urlOf } from '@invoicing/chassis'

/** The settings of the invoices service; its README lists them. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env) {
  return readEnvironment(env, {
    ...commonSettings,
    DATABASE_URL: urlOf(
      'postgres',
      'postgresql',
    )({ desc: "the URL of this service's own Postgres database" }),
    NATS_URL: urlOf('nats', 'tls')({ desc: 'the URL of NATS, nats://user:password@host:4222' }),
    CLIENTS_ADDRESS: address({ desc: 'the host:port of the clients service' }),
    NUMBERING_ADDRESS: address({ desc: 'the host:port of the numbering service' }),
  })
}

export type Config = ReturnType<typeof loadConfig>
