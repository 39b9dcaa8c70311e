import { type Assembly, assemble, type Checks, type RunningService, usePostgres } from '@invoicing/chassis'
import { AdminServiceService } from '@invoicing/contracts/gen/gateway/v1/admin'
import { connectClients } from './adapters/peers/clients.ts'
import { connectHealth } from './adapters/peers/health.ts'
import { connectInvoices } from './adapters/peers/invoices.ts'
import { connectNumbering } from './adapters/peers/numbering.ts'
import { connectWebhooks } from './adapters/peers/webhooks.ts'
import { findApiKeys } from './adapters/postgres/find-api-keys.ts'
import { insertApiKey } from './adapters/postgres/insert-api-key.ts'
import { insertCompany } from './adapters/postgres/insert-company.ts'
import { authenticator } from './app/authenticate.ts'
import { createCompany } from './app/create-company.ts'
import { createKey } from './app/create-key.ts'
import { rateLimiter } from './app/rate-limiter.ts'
import type { Config } from './config.ts'
import { adminApi } from './entrypoints/grpc.ts'
import { buildHttp } from './entrypoints/http/app.ts'
import { listen, stopListening } from './entrypoints/http/listen.ts'
import { pages } from './entrypoints/http/page.ts'

const MIGRATIONS = `${import.meta.dirname}/../migrations`

export interface RunningGateway extends RunningService {
  /** host:port its REST API listens on. */
  readonly httpAddress: string
}

/** Puts the gateway together: the only place that knows which adapter serves what. */
export async function buildService(config: Config): Promise<RunningGateway> {
  let httpAddress = ''
  const service = await assemble('gateway', config, async (assembly) => {
    const { log } = assembly
    const pool = await usePostgres(assembly, config.DATABASE_URL, MIGRATIONS)

    const clients = connectClients(config.CLIENTS_ADDRESS)
    const invoices = connectInvoices(config.INVOICES_ADDRESS)
    const numbering = connectNumbering(config.NUMBERING_ADDRESS)
    const webhooks = connectWebhooks(config.WEBHOOKS_ADDRESS)
    for (const peer of [clients, invoices, numbering, webhooks]) assembly.onStop(() => peer.close())

    const pepper = config.API_KEY_PEPPER
    const key = createKey({ insertApiKey: insertApiKey(pool), pepper })
    const app = {
      createKey: key,
      createCompany: createCompany({
        insertCompany: insertCompany(pool),
        createBillingSettings: invoices.createSettings,
        putSequence: ({ companyId, prefix }) => numbering.putSequence({ companyId, prefix }),
        createKey: key,
      }),
    }
    assembly.serve(AdminServiceService, adminApi({ app, pool, clients, adminToken: config.ADMIN_TOKEN, log }))

    const limit = config.RATE_LIMIT_PER_MINUTE
    const http = await buildHttp({
      gate: {
        authenticate: authenticator({ findApiKeys: findApiKeys(pool), pepper }),
        rate: rateLimiter(limit),
        requestsPerMinute: limit,
      },
      resources: {
        clients,
        invoices,
        numbering,
        webhooks,
        pages: pages(config.CURSOR_SECRET),
        publicUrl: config.PUBLIC_URL,
      },
      checks: readiness(config, assembly).set('postgres', () => pool.query('SELECT 1')),
      log,
    })
    assembly.onStop(() => stopListening(http))
    httpAddress = await listen(http, config.HTTP_HOST, config.HTTP_PORT)
    log.info({ httpAddress }, 'listening')
  })
  return { ...service, httpAddress }
}

/** Every service that a request may need, by name; pdf and webhooks work behind, and are missed as soon. */
function readiness(config: Config, assembly: Assembly): Checks {
  const addresses = {
    clients: config.CLIENTS_ADDRESS,
    invoices: config.INVOICES_ADDRESS,
    numbering: config.NUMBERING_ADDRESS,
    webhooks: config.WEBHOOKS_ADDRESS,
    pdf: config.PDF_ADDRESS,
  }
  const checks: Checks = new Map()
  for (const [name, address] of Object.entries(addresses)) {
    const peer = connectHealth(address)
    assembly.onStop(() => peer.close())
    checks.set(name, peer.ready)
  }
  return checks
}
