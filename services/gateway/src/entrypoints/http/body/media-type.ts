import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@invoicing/contracts'

const JSON_TYPE = /^application\/json[ \t]*(?:;(.*))?$/i
const CHARSET = /(?:^|;)[ \t]*charset[ \t]*=[ \t]*"?([^";\s]*)/gi

/**
 * Checks what a request says of its body: JSON in UTF-8, not compressed. A request that has no body
 * and names no type passes; what is missing is then told as such.
 *
 * @throws AppError unsupported_media_type (contract, "body with another content type, or with none")
 */
export function requireJson(headers: IncomingHttpHeaders): void {
  const type = headers['content-type']
  if (type === undefined ? hasBody(headers) : !isJson(type.trim())) {
    throw new AppError('unsupported_media_type', 'content-type must be application/json, in UTF-8')
  }
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw new AppError('unsupported_media_type', 'content-encoding is not supported: send the body as it is')
  }
}

function isJson(type: string): boolean {
  const match = JSON_TYPE.exec(type)
  if (match === null) return false
  const [, parameters = ''] = match
  return Array.from(parameters.matchAll(CHARSET)).every(([, charset = '']) => /^utf-?8$/i.test(charset))
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
