import { type Checks, failingChecks, type Logger } from '@invoicing/chassis'
import { AppError } from '@invoicing/contracts'
import type { FastifyInstance } from 'fastify'

/** For load balancers and supervisors: outside /v1, without a key. Bounded to 2 s, whatever hangs. */
export function healthRoutes(app: FastifyInstance, checks: Checks, log: Logger): void {
  const schema = { hide: true }
  /** The process answers. */
  app.get('/healthz', { schema }, async (_request, reply) => reply.send({ status: 'ok' }))
  /** Every store and service that requests need is ready. */
  app.get('/readyz', { schema }, async (_request, reply) => {
    const failing = await failingChecks(checks, log)
    if (failing.length > 0) throw new AppError('unavailable', `not ready: ${failing.sort().join(', ')}`)
    return reply.send({ status: 'ready' })
  })
}
