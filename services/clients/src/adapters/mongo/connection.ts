import { MongoClient } from 'mongodb'

/**
 * Bounds on everything the store can do to a request, in milliseconds; the driver's own `timeoutMS` does
 * nothing since 7.8. A store that hangs answers no one within 3 s, one that is away within 2 s.
 */
const LIMITS = {
  serverSelectionTimeoutMS: 2_000,
  connectTimeoutMS: 2_000,
  socketTimeoutMS: 3_000,
  maxPoolSize: 20,
  waitQueueTimeoutMS: 1_000,
  maxIdleTimeMS: 60_000,
  // A second try of a read that hung would end after the caller's own 5 s.
  retryReads: false,
} as const

/**
 * The store's bound for a query of more than one document, in milliseconds: below the socket's, so that
 * the work ends with the wait for it.
 */
export const QUERY_MS = 2_500

/** A bounded pool of connections, opened when they are needed. */
export function createMongoClient(url: string, service: string): MongoClient {
  return new MongoClient(url, {
    appName: `invoicing-${service}`,
    // What was acknowledged survives the loss of the primary.
    writeConcern: { w: 'majority' },
    // An absent optional field is absent in the document, not null.
    ignoreUndefined: true,
    ...LIMITS,
  })
}
