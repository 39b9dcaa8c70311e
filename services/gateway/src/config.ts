import {
  address,
  commonSettings,
  databaseSettings,
  portNumber,
  positiveInteger,
  readEnvironment,
  secret,
  text,
  urlOf,
} from '@invoicing/chassis'

const peer = (name: string) => address({ desc: `the host:port where the ${name} service listens for gRPC` })

/** The settings of the gateway; its README lists them. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env) {
  return readEnvironment(env, {
    ...commonSettings,
    HTTP_HOST: text({ desc: 'the address the REST API listens on', default: '127.0.0.1' }),
    HTTP_PORT: portNumber({
      desc: 'the port the REST API listens on, 0 to 65535, 0 for any free one',
      default: 8080,
    }),
    PUBLIC_URL: urlOf('http', 'https')({ desc: 'the URL under which integrators reach the REST API' }),
    ...databaseSettings,
    API_KEY_PEPPER: secret({
      desc: 'the secret that API keys are hashed with; a new one makes every key invalid',
    }),
    ADMIN_TOKEN: secret({ desc: 'the secret that the admin command shows' }),
    CURSOR_SECRET: secret({
      desc: 'the secret that list cursors are sealed with, the same on every gateway',
    }),
    RATE_LIMIT_PER_MINUTE: positiveInteger({
      desc: 'the requests that one API key may make in any 60 seconds',
      default: 100,
    }),
    CLIENTS_ADDRESS: peer('clients'),
    INVOICES_ADDRESS: peer('invoices'),
    NUMBERING_ADDRESS: peer('numbering'),
    WEBHOOKS_ADDRESS: peer('webhooks'),
    PDF_ADDRESS: peer('pdf'),
  })
}

export type Config = ReturnType<typeof loadConfig>
