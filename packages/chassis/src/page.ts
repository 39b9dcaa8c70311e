import { invalid } from '@invoicing/contracts'

/** Which page of a list is asked for: `after` is the place that the former page ended at. */
export interface PageRequest {
  readonly companyId: string
  /** 1 to 100. */
  readonly limit: number
  readonly after: number | undefined
}

const MAX_LIMIT = 100

/**
 * Reads which page of a list is asked for. A position is a place in the list's sequence; who hands
 * it out to integrators makes it opaque.
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
