import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { codeOf } from './error-code.ts'
import { SettingsError } from './settings.ts'

/**
 * Below the ranges from which Linux (32768 up) and macOS (49152 up) take the ports of outgoing
 * connections, so that none of those sits on a port while the process it belongs to restarts.
 */
const LOWEST = 20_000
const HIGHEST = 32_767
const TRIES = 200

/** Ports given out in this process: one that is not listened on yet is not given out twice. */
const given = new Set<number>()

/** A port of 127.0.0.1 that nobody listens on now. Another process may still take it first. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(LOWEST, HIGHEST + 1)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
  throw new SettingsError(`no port from ${LOWEST} to ${HIGHEST} of 127.0.0.1 is free: end what listens there`)
}

export async function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  try {
    const held = await hold(host, port)
    await held.release()
    return true
  } catch {
    return false
  }
}

export interface HeldPort {
  readonly port: number
  release(): Promise<void>
}

/** Keeps others off the gateway's port until the gateway itself takes it; callers are turned away. */
export async function holdGatewayPort(host: string, port: number): Promise<HeldPort> {
  try {
    return await hold(host, port)
  } catch (error) {
    throw new SettingsError(refusal(host, port, String(codeOf(error))))
  }
}

async function hold(host: string, port: number): Promise<HeldPort> {
  const server = createServer((socket) => socket.on('error', () => {}).resetAndDestroy())
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  server.once('error', reject)
  server.listen({ host, port }, () => {
    const address = server.address()
    resolve(typeof address === 'object' && address ? address.port : port)
  })
  const taken = await promise
  return {
    port: taken,
    release: () => {
      const { promise: closed, resolve: done } = Promise.withResolvers<void>()
      server.close(() => done())
      return closed
    },
  }
}

function refusal(host: string, port: number, code: string): string {
  if (code === 'EADDRINUSE') {
    return `PORT ${port} of ${host} is in use by another program: end that one, or choose another, such as PORT=${port + 1 > 65_535 ? 8081 : port + 1}`
  }
  if (code === 'EACCES')
    return `PORT ${port} may not be used without more rights: choose one above 1023, such as PORT=8080`
  return `HOST ${host} is not an address of this machine (${code}): write 127.0.0.1, or 0.0.0.0 for all of them`
}
