import { AppError } from '@invoicing/contracts'
import type { FastifyInstance } from 'fastify'
import type { Gate } from './dependencies.ts'

/**
 * What every request under /v1 passes before anything else is looked at: the key, then the rate
 * limit (specification 5 and 8). No header tells of the quota.
 */
export function guard(scope: FastifyInstance, { authenticate, rate, requestsPerMinute }: Gate): void {
  scope.addHook('onRequest', async (request) => {
    request.caller = await authenticate(request.headers.authorization)
    if (!rate.accept(request.caller.keyId)) {
      throw new AppError('rate_limited', `rate limit exceeded: ${requestsPerMinute} requests per minute`)
    }
  })
}
