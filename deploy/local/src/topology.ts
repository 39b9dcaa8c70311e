import { fileURLToPath } from 'node:url'
import type { ServerName } from '@invoicing/servers'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'

/** What a service is told besides its addresses. */
interface Given {
  readonly settings: Settings
  readonly secrets: Secrets
  /** Where the gateway listens for HTTP. */
  readonly httpPort: number
  readonly publicUrl: string
}

/** One line of the platform's table; start order, addresses and environments derive from it. */
export interface ServiceSpec {
  readonly name: string
  /** Its database on the Postgres server, made when missing; the service migrates it itself. */
  readonly database?: string
  /** The backing servers it is started after, and restarted with when one has moved. */
  readonly servers: readonly ServerName[]
  /** The services it calls. They are not waited for: a peer may be away at any time. */
  readonly peers: readonly string[]
  readonly environment?: (given: Given) => Record<string, string>
}

export const TOPOLOGY: readonly ServiceSpec[] = [
  {
    name: 'gateway',
    database: 'invoicing_gateway',
    servers: ['postgres'],
    peers: ['clients', 'invoices', 'numbering', 'webhooks', 'pdf'],
    environment: ({ settings, secrets, httpPort, publicUrl }) => ({
      HTTP_HOST: settings.host,
      HTTP_PORT: String(httpPort),
      PUBLIC_URL: publicUrl,
      RATE_LIMIT_PER_MINUTE: String(settings.rateLimitPerMinute),
      API_KEY_PEPPER: secrets.API_KEY_PEPPER,
      ADMIN_TOKEN: secrets.ADMIN_TOKEN,
      CURSOR_SECRET: secrets.CURSOR_SECRET,
    }),
  },
  {
    name: 'clients',
    servers: ['mongodb'],
    peers: ['invoices'],
    environment: () => ({ MONGODB_DATABASE: 'invoicing_clients' }),
  },
  {
    name: 'invoices',
    database: 'invoicing_invoices',
    servers: ['postgres', 'nats'],
    peers: ['clients', 'numbering'],
  },
  { name: 'numbering', database: 'invoicing_numbering', servers: ['postgres', 'nats'], peers: [] },
  {
    name: 'pdf',
    servers: ['nats', 's3'],
    peers: [],
    environment: () => ({ S3_BUCKET: 'invoicing' }),
  },
  {
    name: 'webhooks',
    database: 'invoicing_webhooks',
    servers: ['postgres', 'nats'],
    peers: [],
    environment: ({ settings, secrets }) => ({
      WEBHOOK_RETRY_DELAYS: settings.webhookRetryDelays,
      WEBHOOK_SECRET_KEYS: secrets.WEBHOOK_SECRET_KEY,
      // Receivers of a developer run on the developer's machine; everywhere else this stays closed.
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
    }),
  },
]

/** The service that faces the outside: it is up last, and stopped first. */
export const GATEWAY = 'gateway'

export const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))

/** The variable in which a service is told of a server. */
export const SERVER_VARIABLES: Readonly<Record<ServerName, string>> = {
  postgres: 'DATABASE_URL',
  mongodb: 'MONGODB_URL',
  nats: 'NATS_URL',
  s3: 'S3_URL',
}

/** Where things are at the moment; what moves is looked up again at the next start. */
interface Addresses {
  /** host:port of a service's gRPC API. */
  service(name: string): string
  /** The server's URL, credentials included. */
  server(name: ServerName): string
}

/** The whole environment of a service's process. */
export function environmentOf(spec: ServiceSpec, given: Given, addresses: Addresses): Record<string, string> {
  const environment: Record<string, string> = {
    ...given.settings.inherited,
    GRPC_ADDRESS: addresses.service(spec.name),
    SUPERVISED: '1',
    NODE_COMPILE_CACHE: COMPILE_CACHE,
  }
  for (const server of spec.servers) {
    const url = addresses.server(server)
    environment[SERVER_VARIABLES[server]] =
      server === 'postgres' && spec.database ? withDatabase(url, spec.database) : url
  }
  for (const peer of spec.peers) environment[`${peer.toUpperCase()}_ADDRESS`] = addresses.service(peer)
  return { ...environment, ...spec.environment?.(given) }
}

/** Node keeps compiled and stripped modules here, which halves the start of a service. */
const COMPILE_CACHE = fileURLToPath(new URL('../../../node_modules/.cache/node-compile', import.meta.url))

export function withDatabase(postgresUrl: string, database: string): string {
  const url = new URL(postgresUrl)
  url.pathname = `/${database}`
  return url.href
}
