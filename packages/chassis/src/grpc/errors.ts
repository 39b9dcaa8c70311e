import { status as GrpcStatus, Metadata, type ServiceError } from '@grpc/grpc-js'
import { AppError, ERROR_CODE_METADATA, ERRORS, isErrorCode, unavailable } from '@invoicing/contracts'
import { isStoreOutage } from '../outage.ts'

/** What any thrown value means to a caller: itself when expected, unavailable for an outage, else internal. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isStoreOutage(error)) return unavailable(error)
  return new AppError('internal', 'internal error', { cause: error })
}

/** An error as it leaves over gRPC: status, message and our code; never the cause. */
export function toServiceError(error: AppError): Partial<ServiceError> {
  const metadata = new Metadata()
  metadata.set(ERROR_CODE_METADATA, error.code)
  return { code: ERRORS[error.code].grpc, details: error.message, metadata }
}

const OUTAGES: readonly number[] = [
  GrpcStatus.UNAVAILABLE,
  GrpcStatus.DEADLINE_EXCEEDED,
  GrpcStatus.CANCELLED,
  GrpcStatus.RESOURCE_EXHAUSTED,
]

/** The error a peer answered with, or unavailable when it did not answer. */
export function fromServiceError(error: ServiceError): AppError {
  const code = error.metadata?.get(ERROR_CODE_METADATA)[0]
  if (isErrorCode(code)) return new AppError(code, error.details, { cause: error })
  if (OUTAGES.includes(error.code)) return unavailable(error)
  return new AppError('internal', 'internal error', { cause: error })
}
