import { connect, createServer, type Server, type Socket } from 'node:net'

/** What a line does to those who use it. */
type State = 'up' | 'cut' | 'silent'

/**
 * A TCP line to a server, for tests of what happens when it breaks: cut (connections are reset and
 * refused, as when the server's process is gone) or silent (nothing passes any more and nothing is
 * refused, as when a machine has lost its power or a firewall drops everything).
 */
export class Line {
  readonly address: string
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #target: { host: string; port: number }
  #state: State = 'up'

  private constructor(server: Server, target: { host: string; port: number }, address: string) {
    this.#server = server
    this.#target = target
    this.address = address
    server.on('connection', (socket) => this.#join(socket))
  }

  /** @param target host:port of the server at the other end */
  static async to(target: string): Promise<Line> {
    const server = createServer({ allowHalfOpen: true })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', resolve)
    await promise
    const bound = server.address()
    if (bound === null || typeof bound === 'string') throw new Error('a TCP server has a port')
    return new Line(server, endpoint(target), `127.0.0.1:${bound.port}`)
  }

  /** Leads new connections to another host:port. */
  retarget(target: string): void {
    this.#target = endpoint(target)
  }

  cut(): void {
    this.#state = 'cut'
    for (const socket of this.#sockets) reset(socket)
  }

  silence(): void {
    this.#state = 'silent'
    for (const socket of this.#sockets) socket.pause()
  }

  restore(): void {
    this.#state = 'up'
    for (const socket of this.#sockets) socket.resume()
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#server.close(() => resolve())
    await promise
  }

  #join(near: Socket): void {
    if (this.#state === 'cut') {
      reset(near)
      return
    }
    const far = connect(this.#target)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket)
      socket.on('data', (data) => {
        if (!other.write(data)) socket.pause()
      })
      socket.on('drain', () => {
        if (this.#state === 'up') other.resume()
      })
      socket.on('end', () => other.end())
      // Either end's failure is what the other end is told.
      socket.on('error', () => reset(other))
      socket.on('close', () => {
        this.#sockets.delete(socket)
        other.destroy()
      })
      if (this.#state === 'silent') socket.pause()
    }
  }
}

/** A socket whose end was already sent cannot be reset: Node would leave its handle open for ever. */
function reset(socket: Socket): void {
  if (socket.writableEnded || socket.destroyed) socket.destroy()
  else socket.resetAndDestroy()
}

function endpoint(address: string): { host: string; port: number } {
  const { hostname, port } = new URL(`tcp://${address}`)
  return { host: hostname, port: Number(port) }
}
