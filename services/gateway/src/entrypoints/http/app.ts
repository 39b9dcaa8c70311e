import type { Checks, Logger } from '@invoicing/chassis'
import { type FastifyInstance, fastify } from 'fastify'
import { MAX_BODY_BYTES } from './body/read-body.ts'
import { errorHandler } from './errors.ts'
import { healthRoutes } from './health.ts'
import { knownPaths, refuseUnknown } from './known-paths.ts'
import { answerMalformed, takeOverFromNode } from './malformed-http.ts'
import { describeApi } from './openapi.ts'
import { requestTarget } from './request-target.ts'
import { validatorCompiler } from './schema/validator.ts'
import type { Gate, Resources } from './v1/dependencies.ts'
import { v1 } from './v1/v1.ts'

/** The bounds on slow callers, in milliseconds. */
const TIMEOUTS = {
  /** All of a request has to be here by then. */
  requestTimeout: 20_000,
  /** A connection on which nothing moves, a reader that stopped reading included. */
  connectionTimeout: 30_000,
  keepAliveTimeout: 72_000,
}
/** Headers sooner than the rest; and how often all of this is looked after. */
const HTTP = { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, requireHostHeader: false }

interface HttpDependencies {
  readonly gate: Gate
  readonly resources: Resources
  /** What has to be ready for /readyz, by name. */
  readonly checks: Checks
  readonly log: Logger
}

/** The HTTP application, not yet listening. */
export async function buildHttp({
  gate,
  resources,
  checks,
  log,
}: HttpDependencies): Promise<FastifyInstance> {
  const handleError = errorHandler(log)
  const app = fastify({
    ...TIMEOUTS,
    http: HTTP,
    bodyLimit: MAX_BODY_BYTES,
    // On a stop, what still comes over an open connection is served, and the connection closed.
    return503OnClosing: false,
    rewriteUrl: requestTarget,
    // Ids are checked where they are used; a long one is not found like any other.
    routerOptions: { maxParamLength: 16_384 },
    clientErrorHandler: answerMalformed,
    frameworkErrors: handleError,
  })
  takeOverFromNode(app)
  app.setErrorHandler(handleError)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer))
  app.removeAllContentTypeParsers()
  app.decorateRequest('caller')
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onSend', async (_request, reply) => {
    // A connection that is busy now would stay open after its answer, and the stop wait for it.
    if (stopping) reply.header('connection', 'close')
    reply.header('x-content-type-options', 'nosniff')
    // JSON has no charset parameter (RFC 8259), but Fastify adds one.
    if (String(reply.getHeader('content-type')).startsWith('application/json')) {
      reply.header('content-type', 'application/json')
    }
  })
  const paths = knownPaths(app)
  await describeApi(app, resources.publicUrl)
  refuseUnknown(app, paths)
  healthRoutes(app, checks, log)
  await app.register(v1(gate, resources, paths), { prefix: '/v1' })
  await app.ready()
  return app
}
