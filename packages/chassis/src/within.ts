/**
 * The outcome of a piece of work, or a failure when it takes longer than a bound. The work itself
 * goes on; what it does after that is nobody's.
 *
 * @param ms the bound, in milliseconds
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
