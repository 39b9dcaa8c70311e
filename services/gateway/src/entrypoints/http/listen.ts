import type { AddressInfo } from 'node:net'
import { ConfigError } from '@invoicing/chassis'
import type { FastifyInstance } from 'fastify'

/** Requests in flight at a stop get this long to finish, in milliseconds; the process ends at 8 s. */
const DRAIN_MS = 5_000

/**
 * Starts to take connections.
 *
 * @returns host:port, with the port that 0 became
 * @throws ConfigError when the port is taken or may not be used
 */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const reason = REASONS[String(Reflect.get(Object(error), 'code'))]
    if (reason === undefined) throw error
    throw new ConfigError(`HTTP_PORT ${port} on HTTP_HOST ${host} ${reason}`)
  }
  const { address, family, port: bound } = app.server.address() as AddressInfo
  return `${family === 'IPv6' ? `[${address}]` : address}:${bound}`
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use: stop what listens there, or choose another port',
  EACCES: 'may not be used by this user: choose a port above 1023',
  EADDRNOTAVAIL: 'is not an address of this machine',
  ENOTFOUND: 'is not an address of this machine',
}

/** Takes no more connections, closes the idle ones, and cuts what lasts longer than DRAIN_MS. */
export async function stopListening(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  await app.close()
  clearTimeout(timer)
}
