/**
 * SQLSTATE classes that mean "the store cannot serve this now": connection loss (08), out of
 * resources such as connections or disk (53), operator intervention and statement timeouts (57),
 * system errors (58), a read-only store (25006), and deadlocks or serialization failures (40).
 */
const SQL_OUTAGE = /^(08|53|57|58|40|25006)/

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
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end/i
const MONGO_OUTAGE =
  /^Mongo(Network|ServerSelection|OperationTimeout|PoolCleared|PoolClosed|WaitQueueTimeout|ServerClosed|TopologyClosed|NotConnected)/

/** Whether an error says that a store does not answer, as opposed to a fault of ours. */
export function isStoreOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some(isStoreOutage)) return true
  const code: unknown = Reflect.get(error, 'code')
  if (typeof code === 'string' && (SYSTEM_OUTAGES.has(code) || (code.length === 5 && SQL_OUTAGE.test(code))))
    return true
  return DRIVER_OUTAGE.test(error.message) || MONGO_OUTAGE.test(error.name)
}
