import { invalid } from '@invoicing/contracts'

/** Reads true or false: what only looks like one, such as 1 or "false", is refused. */
export function flagReader(value: unknown, path: string): boolean {
  if (typeof value !== 'boolean') throw invalid(`${path} must be true or false`)
  return value
}
