import { decimal } from '@invoicing/money'

/**
 * A numeric column in the form that every amount leaves in, the shortest: the scale that Postgres
 * keeps must not tell apart what create answered and what a later read shows.
 */
export function amount(numeric: string): string {
  return decimal(numeric).toString()
}
