import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Characters gathered before they are sent on. */
const PIECE = 65_536

/**
 * Answers a list (specification 4.1). Its records are made and written one at a time: a page of
 * clients with 100,000 invoices each is hundreds of megabytes, which must not stand in memory as
 * objects, as one text and as bytes at once. A list that fits one piece goes as such.
 */
export function sendList(
  reply: FastifyReply,
  records: Iterable<Record<string, unknown>>,
  pagination: { readonly count: number },
): FastifyReply {
  const pieces = listPieces(records, pagination)
  const first = pieces.next()
  const second = pieces.next()
  reply.type('application/json')
  if (first.done || second.done) return reply.send(first.value ?? '')
  return reply.send(Readable.from(concat([first.value, second.value], pieces)))
}

function* listPieces(records: Iterable<unknown>, pagination: unknown): Generator<string, undefined> {
  let piece = '{"data":['
  let separator = ''
  for (const record of records) {
    piece += separator + JSON.stringify(record)
    separator = ','
    if (piece.length >= PIECE) {
      yield piece
      piece = ''
    }
  }
  yield `${piece}],"pagination":${JSON.stringify(pagination)}}`
}

function* concat(first: readonly string[], rest: Iterable<string>): Generator<string> {
  yield* first
  yield* rest
}
