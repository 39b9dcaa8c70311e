import type { IncomingMessage } from 'node:http'
import { invalid } from '@invoicing/contracts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireJson } from '../body/media-type.ts'
import { parseJson } from '../body/parse-json.ts'
import { readBody } from '../body/read-body.ts'

/**
 * Reads the bodies of the routes that describe one. Fastify's own parsing is not used: it rounds
 * numbers, recurses into what is nested deeply, and closes the connection on a syntax error.
 */
export function readJsonBodies(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (request) => {
    if (takesBody(request)) requireJson(request.headers)
  })
  scope.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
    readBody(payload, Number(request.headers['content-length'])),
  )
  scope.addHook('preValidation', async (request) => {
    if (!takesBody(request)) return
    if (!Buffer.isBuffer(request.body)) throw invalid('the body must be a JSON object')
    request.body = parseJson(request.body)
  })
}

function takesBody(request: FastifyRequest): boolean {
  return request.routeOptions.schema?.body !== undefined
}
