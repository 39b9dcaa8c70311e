import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { AppError } from '@invoicing/contracts'
import type { FastifyInstance } from 'fastify'
import { errorBody } from './errors.ts'

const ANSWERS: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'the request headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'the chunk extensions are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request took too long to arrive'],
}
const MALFORMED = [400, 'the request is not valid HTTP'] as const

/** Answers what never became a request: bytes that are not HTTP, headers without end, a body that stopped coming. */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, message] = ANSWERS[error.code ?? ''] ?? MALFORMED
  end(socket, status, message)
}

/**
 * Leaves to the application what Node would answer on its own, in no JSON: a request without Host,
 * one that expects something unheard of, and CONNECT.
 */
export function takeOverFromNode(app: FastifyInstance): void {
  const server: Server = app.server
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => end(socket, 404, 'not found'))
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) {
      throw new AppError('invalid_argument', 'the Host header is required')
    }
  })
}

function end(socket: Duplex, status: number, message: string): void {
  const body = JSON.stringify(errorBody(message))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
