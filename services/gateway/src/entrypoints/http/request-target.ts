import type { IncomingMessage } from 'node:http'

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i

/**
 * The target of a request as the router takes it: without the origin that a client of a proxy sends,
 * and with every percent sign that encodes nothing made into an encoded one. A path such as
 * `/v1/clients/%zz` then goes the way of all paths, through authentication to "not found".
 */
export function requestTarget(request: IncomingMessage): string {
  const target = (request.url ?? '/').replace(ORIGIN, '').replace(/^(?=\?|$)/, '/')
  const [path = ''] = target.split(/[?#]/, 1)
  const rest = target.slice(path.length)
  return `${isDecodable(path) ? path : path.replaceAll('%', '%25')}${rest}`
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
