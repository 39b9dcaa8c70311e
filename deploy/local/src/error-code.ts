/** The code of a system error (`ENOENT`) or of a database's, undefined where there is none. */
export function codeOf(error: unknown): unknown {
  return Reflect.get(Object(error), 'code')
}
