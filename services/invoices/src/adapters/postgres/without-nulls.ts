type WithoutNulls<R> = { [K in keyof R]: null extends R[K] ? Exclude<R[K], null> | undefined : R[K] }

/** A row as the code sees it: what is NULL in Postgres is undefined here, as in the wire types. */
export function withoutNulls<R extends object>(row: R): WithoutNulls<R> {
  const entries = Object.entries(row).map(([name, value]) => [name, value === null ? undefined : value])
  return Object.fromEntries(entries) as WithoutNulls<R>
}
