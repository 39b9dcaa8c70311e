import { invalid } from '@invoicing/contracts'
import type { PageRequest } from '../adapters/postgres/list-subscriptions.ts'

const MAX_LIMIT = 100

/**
 * Which page of a list is asked for. A position is the place in the list that the former page
 * ended at; who hands it out to integrators makes it opaque.
 *
 * @throws AppError invalid_argument for a limit that is not 1 to 100, and for what is no position
 */
export function pageRequest(request: {
  readonly companyId: string
  readonly limit: number
  readonly after?: string | undefined
}): PageRequest {
  const { companyId, limit, after } = request
  if (limit < 1 || limit > MAX_LIMIT) throw invalid(`limit must be from 1 to ${MAX_LIMIT}`)
  if (after !== undefined && !/^[1-9]\d{0,14}$/.test(after)) throw invalid('cursor is not one of this list')
  return { companyId, limit, after: after === undefined ? undefined : Number(after) }
}
