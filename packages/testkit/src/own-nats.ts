import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectBus, createLog } from '@invoicing/chassis'
import { type BackingServer, provideServer, ServerUnavailableError, URL_VARIABLES } from '@invoicing/servers'
import { Line } from './line.ts'

/**
 * A NATS server for one test file, reached over a line: it can be out of reach, restart, and lose
 * its whole store, under an address that stays. Where only a URL is given, the server there goes
 * on running and the line alone breaks; a wipe then deletes its streams.
 */
export class OwnNats {
  readonly url: string
  readonly line: Line
  readonly #dir: string
  #server: BackingServer

  private constructor(server: BackingServer, line: Line, dir: string) {
    this.#server = server
    this.line = line
    this.#dir = dir
    this.url = server.url.replace(server.address, line.address)
  }

  static async start(): Promise<OwnNats> {
    const dir = await mkdtemp(join(tmpdir(), 'own-nats-'))
    const server = await provide(dir)
    return new OwnNats(server, await Line.to(server.address), dir)
  }

  /** Ends the server and starts it again on its data. */
  async restart(): Promise<void> {
    await this.#whileAway(async () => {})
  }

  /** Ends the server and starts it again with nothing in it. */
  async wipe(): Promise<void> {
    await this.#whileAway(async () => {
      if (this.#server.origin === 'url') await deleteStreams(this.#server.url)
      else await rm(this.#dir, { recursive: true, force: true })
    })
  }

  async stop(): Promise<void> {
    await this.line.close()
    await this.#server.stop()
    await rm(this.#dir, { recursive: true, force: true })
  }

  async #whileAway(work: () => Promise<void>): Promise<void> {
    this.line.cut()
    await this.#server.stop()
    await work()
    this.#server = await provide(this.#dir)
    this.line.retarget(this.#server.address)
    this.line.restore()
  }
}

/** A server that nobody else uses, where there is a way to one. */
async function provide(dataDir: string): Promise<BackingServer> {
  const variable = URL_VARIABLES.nats
  const given = process.env[variable]
  delete process.env[variable]
  const options = { dataDir, password: 'of-this-test-alone', report: () => {}, ephemeral: true }
  try {
    return await provideServer('nats', options)
  } catch (error) {
    if (given === undefined || !(error instanceof ServerUnavailableError)) throw error
  } finally {
    if (given !== undefined) process.env[variable] = given
  }
  return provideServer('nats', options)
}

async function deleteStreams(url: string): Promise<void> {
  const bus = await connectBus(url, 'test', createLog('test', 'silent'))
  try {
    for await (const { config } of bus.jsm.streams.list()) await bus.jsm.streams.delete(config.name)
  } finally {
    await bus.close()
  }
}
