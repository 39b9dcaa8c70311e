import { withDeadline } from '@invoicing/chassis'
import type { FastifyInstance } from 'fastify'
import { type KnownPaths, refuseUnknown } from '../known-paths.ts'
import { readJsonBodies } from './bodies.ts'
import { categoryRoutes } from './categories.ts'
import { clientRoutes } from './clients.ts'
import { companyRoutes } from './company.ts'
import type { Gate, Resources } from './dependencies.ts'
import { guard } from './gate.ts'
import { invoiceDraftRoutes } from './invoice-draft.ts'
import { invoiceStatusRoutes } from './invoice-status.ts'
import { invoiceRoutes } from './invoices.ts'
import { itemRoutes } from './items.ts'
import { paymentRoutes } from './payments.ts'
import { webhookRoutes } from './webhooks.ts'

/** The longest a request works on its answer, in milliseconds: no caller waits beyond 10 s (contract, last but one case). */
const REQUEST_MS = 7_500

const RESOURCES = [
  clientRoutes,
  invoiceRoutes,
  invoiceDraftRoutes,
  invoiceStatusRoutes,
  paymentRoutes,
  itemRoutes,
  categoryRoutes,
  companyRoutes,
  webhookRoutes,
]

/** The API of integrators (specification 4), in the order in which a request meets its parts. */
export function v1(gate: Gate, resources: Resources, paths: KnownPaths) {
  return async (scope: FastifyInstance): Promise<void> => {
    guard(scope, gate)
    refuseUnknown(scope, paths)
    readJsonBodies(scope)
    // From here on, and not from the first byte: a slow sender must not eat up the time of the peers.
    scope.addHook('preHandler', (_request, _reply, done) => withDeadline(Date.now() + REQUEST_MS, done))
    for (const routes of RESOURCES) await scope.register(routes(resources))
  }
}
