import { describe, expect, it } from '@jest/globals'
import { isStoreOutage } from '../src/outage.ts'

const named = (name: string, message: string, code?: string | number) =>
  Object.assign(new Error(message), { name, code })

describe('an error of a store', () => {
  it.each([
    named('MongoServerSelectionError', 'connection <monitor> to 127.0.0.1:27017 timed out'),
    named('MongoNetworkTimeoutError', 'connection 9 to 127.0.0.1:27017 timed out'),
    named('PoolClearedOnNetworkError', 'Connection interrupted due to server monitor timeout'),
    named('MongoServerError', 'node is not primary', 10107),
    named('MongoServerError', 'operation exceeded time limit', 50),
    named('MongoWriteConcernError', 'waiting for replication timed out', 64),
    // As FerretDB 1.24 puts it when its Postgres is stopped, killed or starting.
    named('MongoServerError', '[msg_ping.go:55] failed to connect to `user=postgres`: dial error', 1),
    named('MongoServerError', 'FATAL: terminating connection (SQLSTATE 57P01)', 1),
    named('MongoServerError', '[query_iterator.go:92] unexpected EOF', 1),
    named('error', 'terminating connection due to administrator command', '57P01'),
    named('Error', 'connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'),
    new AggregateError([named('Error', 'connect ECONNREFUSED ::1:5432', 'ECONNREFUSED')]),
  ])('is an outage when the store does not serve: %s', (error) => {
    expect(isStoreOutage(error)).toBe(true)
  })

  it.each([
    named('MongoServerError', 'E11000 duplicate key error', 11000),
    named('MongoServerError', 'ERROR: unsupported Unicode escape sequence (SQLSTATE 22P05)', 1),
    named('MongoParseError', 'option x is not supported'),
    named('error', 'duplicate key value violates unique constraint', '23505'),
    new TypeError('failed to connect the dots'),
    'ECONNREFUSED',
    undefined,
  ])('is no outage when the request or the code is at fault: %s', (error) => {
    expect(isStoreOutage(error)).toBe(false)
  })
})
