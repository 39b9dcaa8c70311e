import { status as GrpcStatus } from '@grpc/grpc-js'
import { describe, expect, test } from '@jest/globals'
import {
  AppError,
  conflict,
  ERRORS,
  flagged,
  invalid,
  isErrorCode,
  notFound,
  unavailable,
} from '../src/mod.ts'

describe('the table of errors', () => {
  test('has the HTTP statuses of the contract, each once', () => {
    const statuses = Object.values(ERRORS).map(({ http }) => http)
    expect(statuses).toEqual([400, 401, 404, 405, 409, 413, 415, 422, 429, 500, 503])
  })

  test('never crosses gRPC as success, nor as a status that the transport itself makes of a broken call', () => {
    const madeByTransport: readonly number[] = [
      GrpcStatus.OK,
      GrpcStatus.CANCELLED,
      GrpcStatus.UNKNOWN,
      GrpcStatus.DEADLINE_EXCEEDED,
    ]
    for (const { grpc } of Object.values(ERRORS)) expect(madeByTransport).not.toContain(grpc)
  })

  test('knows its own codes and nothing that objects inherit', () => {
    for (const code of Object.keys(ERRORS)) expect(isErrorCode(code)).toBe(true)
    for (const other of ['toString', '__proto__', 'constructor', '', 'NOT_FOUND', undefined, null, 404, {}]) {
      expect(isErrorCode(other)).toBe(false)
    }
  })

  test('makes each expected failure by its own constructor', () => {
    expect(invalid('a')).toMatchObject({ code: 'invalid_argument', message: 'a' })
    expect(notFound('b')).toMatchObject({ code: 'not_found', message: 'b' })
    expect(conflict('c')).toMatchObject({ code: 'conflict', message: 'c' })
    expect(flagged('d')).toMatchObject({ code: 'content_flagged', message: 'd' })
    expect(invalid('a')).toBeInstanceOf(AppError)
  })

  test('keeps the cause of an outage out of its message', () => {
    const cause = new Error('connect ECONNREFUSED 10.0.0.1:5432')
    const error = unavailable(cause)
    expect(error.cause).toBe(cause)
    expect(error.message).not.toMatch(/ECONNREFUSED|10\.0\.0\.1/)
  })
})
