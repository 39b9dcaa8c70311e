import { probeServer } from './probe.ts'
import type { BackingServer, ServerName } from './types.ts'

export const URL_VARIABLES: Readonly<Record<ServerName, string>> = {
  postgres: 'POSTGRES_URL',
  mongodb: 'MONGODB_URL',
  nats: 'NATS_URL',
  s3: 'S3_URL',
}

const SCHEMES: Readonly<Record<ServerName, RegExp>> = {
  postgres: /^postgres(ql)?:\/\//,
  mongodb: /^mongodb(\+srv)?:\/\//,
  nats: /^(nats|tls|ws|wss):\/\//,
  s3: /^https?:\/\//,
}

/**
 * The server that the environment names, or undefined.
 *
 * @throws Error naming the variable when its value is no URL of that kind
 */
export function serverOfEnvironment(name: ServerName): BackingServer | undefined {
  const variable = URL_VARIABLES[name]
  const url = process.env[variable]?.trim()
  if (!url) return undefined
  if (!SCHEMES[name].test(url))
    throw new Error(`${variable} must be a URL of the form ${SCHEMES[name].source}`)
  return {
    name,
    origin: 'url',
    url,
    address: addressOf(url),
    pid: undefined,
    ended: new Promise(() => {}),
    ready: () => probeServer(name, url),
    stop: async () => {},
  }
}

/** host:port of a URL without its credentials; not by `new URL`, since MongoDB's may name several hosts. */
export function addressOf(url: string): string {
  const authority = url.replace(/^[^/]*:\/\//, '').replace(/[/?#].*$/, '')
  return authority.slice(authority.lastIndexOf('@') + 1)
}
