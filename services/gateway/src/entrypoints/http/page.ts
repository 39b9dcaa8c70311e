import { invalid } from '@invoicing/contracts'
import { Type } from 'typebox'
import { type CursorScope, openCursor, sealCursor } from '../../domain/cursor.ts'

const DEFAULT_LIMIT = 25
const MAX_LIMIT = 100

/** The query of every list (specification 4.1). */
export const PageQuery = Type.Object({
  limit: Type.Optional(
    Type.Unsafe<unknown>({
      type: 'integer',
      minimum: 1,
      default: DEFAULT_LIMIT,
      description: `Records on the page. More than ${MAX_LIMIT} is served as ${MAX_LIMIT}.`,
    }),
  ),
  cursor: Type.Optional(
    Type.Unsafe<unknown>({
      type: 'string',
      description: 'The `next_cursor` of the page before, unchanged.',
    }),
  ),
})

export interface PageRequest {
  readonly limit: number
  /** The position that the page before ended at; undefined for the first page. */
  readonly after: string | undefined
}

/** What a peer answers of a page besides its records. */
interface PageEnd {
  readonly remaining: number
  readonly next?: string | undefined
}

/** Reads the query of lists and makes their `pagination`, with cursors sealed by `secret`. */
export function pages(secret: string) {
  return {
    /** @throws AppError invalid_argument naming limit or cursor */
    read(query: { limit?: unknown; cursor?: unknown }, scope: CursorScope): PageRequest {
      return { limit: limitOf(query.limit), after: positionOf(query.cursor, scope, secret) }
    },
    pagination(count: number, { remaining, next }: PageEnd, scope: CursorScope) {
      return { count, remaining, next_cursor: next === undefined ? null : sealCursor(next, scope, secret) }
    },
  }
}

export type Pages = ReturnType<typeof pages>

/** A parameter given twice arrives as a list, and is as wrong as any other non-number. */
function limitOf(limit: unknown): number {
  if (limit === undefined) return DEFAULT_LIMIT
  if (typeof limit !== 'string' || !/^0*[1-9]\d*$/.test(limit)) {
    throw invalid('limit must be a whole number greater than 0')
  }
  return Math.min(Number(limit), MAX_LIMIT)
}

function positionOf(cursor: unknown, scope: CursorScope, secret: string): string | undefined {
  if (cursor === undefined) return undefined
  const position = typeof cursor === 'string' ? openCursor(cursor, scope, secret) : undefined
  if (position === undefined)
    throw invalid('cursor is not valid: pass the next_cursor of this list unchanged')
  return position
}
