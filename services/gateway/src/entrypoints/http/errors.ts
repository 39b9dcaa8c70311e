import { isStoreOutage, type Logger } from '@invoicing/chassis'
import { AppError, ERRORS, type ErrorCode, unavailable } from '@invoicing/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Headers that belong to an error whatever raised it (contract, "Status codes and bodies"). */
const HEADERS: Partial<Record<ErrorCode, Readonly<Record<string, string>>>> = {
  unauthenticated: { 'www-authenticate': 'Bearer' },
  unavailable: { 'retry-after': '1' },
}

/**
 * The one place where anything thrown becomes an answer: `{"error": "<message>"}`, never with a
 * stack, an SQL text or a host. What nobody expected is logged and told as an internal error.
 */
export function errorHandler(log: Logger) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const error = expected(thrown)
    const route = { method: request.method, route: request.routeOptions.url }
    if (error.code === 'internal') log.error({ err: thrown, ...route }, 'a request failed unexpectedly')
    // Without a cause nothing failed: /readyz told who is not ready.
    if (error.code === 'unavailable' && error.cause !== undefined) {
      log.warn({ err: error.cause, ...route }, 'a store or peer does not answer')
    }
    return reply
      .code(ERRORS[error.code].http)
      .headers(HEADERS[error.code] ?? {})
      .send(errorBody(error.message))
  }
}

export function errorBody(message: string): { error: string } {
  return { error: message }
}

function expected(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (isStoreOutage(thrown)) return unavailable(thrown)
  const status = Number(Reflect.get(Object(thrown), 'statusCode'))
  if (!(status >= 400 && status < 500)) return new AppError('internal', 'internal error', { cause: thrown })
  const [code, message] = BY_FRAMEWORK[status] ?? NOT_VALID
  return new AppError(code, message, { cause: thrown })
}

const NOT_VALID = ['invalid_argument', 'the request is not valid'] as const

/** What Fastify and its plugins raise themselves, by their status; their own messages name FST codes and files. */
const BY_FRAMEWORK: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  403: ['not_found', 'not found'],
  404: ['not_found', 'not found'],
  413: ['payload_too_large', 'the body must be at most 1 MiB'],
  415: ['unsupported_media_type', 'content-type must be application/json, in UTF-8'],
}
