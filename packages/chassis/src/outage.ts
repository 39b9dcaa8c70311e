/**
 * SQLSTATE classes that mean "the store cannot serve this now": connection loss (08), out of
 * resources such as connections or disk (53), operator intervention and statement timeouts (57),
 * system errors (58), a read-only store (25006), a transaction that idled too long (25P03), a lock
 * that was not to be had in time (55P03), and deadlocks or serialization failures (40).
 */
const SQL_OUTAGE = /^(08|53|57|58|40|25006|25P03|55P03)/

const SYSTEM_OUTAGES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** Errors of the drivers that carry no code; the texts are those of pg 8.23 and mongodb 7.8. */
const DRIVER_OUTAGE =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end/i
const MONGO_OUTAGE =
  /^(Mongo(Network|ServerSelection|OperationTimeout|PoolCleared|PoolClosed|WaitQueueTimeout|ServerClosed|TopologyClosed|NotConnected)|PoolClearedOnNetworkError)/

/**
 * Codes with which a MongoDB server says that it cannot serve this now: a peer out of reach (6, 7, 89,
 * 9001), a shutdown (91, 11600), a change of the primary (189, 10107, 11602, 13435, 13436), a time
 * limit (50, 64, 262).
 */
const MONGO_CODES = new Set<unknown>([
  6, 7, 50, 64, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436,
])

/** FerretDB answers InternalError when the Postgres behind it is out of reach; the text tells which. */
const FERRETDB_OUTAGE =
  /SQLSTATE (08|53|57|58|40|25006)|failed to connect|unexpected EOF|conn closed|connection (refused|reset)|broken pipe/

/** Whether an error says that a store does not answer, as opposed to a fault of ours. */
export function isStoreOutage(error: unknown): boolean {
  // By brand, not by instanceof: Node's own errors come from another realm where tests run.
  if (!Error.isError(error)) return false
  // A name with several addresses fails with the errors of them all.
  if ('errors' in error && Array.isArray(error.errors) && error.errors.some(isStoreOutage)) return true
  const code: unknown = Reflect.get(error, 'code')
  if (typeof code === 'string' && (SYSTEM_OUTAGES.has(code) || (code.length === 5 && SQL_OUTAGE.test(code))))
    return true
  if (DRIVER_OUTAGE.test(error.message) || MONGO_OUTAGE.test(error.name)) return true
  return (
    error.name.startsWith('Mongo') &&
    (MONGO_CODES.has(code) || (code === 1 && FERRETDB_OUTAGE.test(error.message)))
  )
}
