import { status as GrpcStatus } from '@grpc/grpc-js'

/**
 * The one table of errors: a code, how it crosses gRPC, and the HTTP status it becomes
 * (specification 7, contract "Status codes and bodies").
 */
export const ERRORS = {
  invalid_argument: { grpc: GrpcStatus.INVALID_ARGUMENT, http: 400 },
  unauthenticated: { grpc: GrpcStatus.UNAUTHENTICATED, http: 401 },
  not_found: { grpc: GrpcStatus.NOT_FOUND, http: 404 },
  method_not_allowed: { grpc: GrpcStatus.UNIMPLEMENTED, http: 405 },
  conflict: { grpc: GrpcStatus.FAILED_PRECONDITION, http: 409 },
  payload_too_large: { grpc: GrpcStatus.OUT_OF_RANGE, http: 413 },
  unsupported_media_type: { grpc: GrpcStatus.INVALID_ARGUMENT, http: 415 },
  content_flagged: { grpc: GrpcStatus.FAILED_PRECONDITION, http: 422 },
  rate_limited: { grpc: GrpcStatus.RESOURCE_EXHAUSTED, http: 429 },
  internal: { grpc: GrpcStatus.INTERNAL, http: 500 },
  unavailable: { grpc: GrpcStatus.UNAVAILABLE, http: 503 },
} as const

export type ErrorCode = keyof typeof ERRORS

/** The metadata key that carries the code over gRPC; several codes share one gRPC status. */
export const ERROR_CODE_METADATA = 'error-code'

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value)
}

/** An expected failure. Its message is written for the integrator and is shown as it is. */
export class AppError extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'AppError'
    this.code = code
  }
}

export const invalid = (message: string) => new AppError('invalid_argument', message)
export const notFound = (message: string) => new AppError('not_found', message)
export const conflict = (message: string) => new AppError('conflict', message)
export const flagged = (message: string) => new AppError('content_flagged', message)

/** A peer or a store does not answer; the cause is for the log alone. */
export const unavailable = (cause?: unknown) =>
  new AppError('unavailable', 'the service is temporarily unavailable, try again', { cause })
