import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { dockerAnswers } from '../src/docker/engine.ts'
import { imageOf } from '../src/docker/images.ts'
import { provideServer, provideServers, SERVER_NAMES, ServerUnavailableError } from '../src/mod.ts'
import { nativeOnly } from './support.ts'

let folder: string
let before: NodeJS.ProcessEnv
const listening: Server[] = []

beforeEach(() => {
  before = { ...process.env }
  nativeOnly()
  delete process.env.SERVERS
  folder = mkdtempSync(join(tmpdir(), 'invoicing-chain-'))
})

afterEach(async () => {
  for (const key of Object.keys(process.env)) if (!(key in before)) delete process.env[key]
  Object.assign(process.env, before)
  for (const server of listening.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
  rmSync(folder, { recursive: true, force: true })
})

const options = () => ({ dataDir: folder, password: 'secret', report: () => {} })

/** A machine with neither Docker nor Go, on which nothing has been built. */
function bareMachine(): void {
  mkdirSync(join(folder, 'empty'))
  process.env.PATH = join(folder, 'empty')
  process.env.XDG_CACHE_HOME = join(folder, 'cache')
  process.env.DOCKER_HOST = `unix://${join(folder, 'docker.sock')}`
}

describe('a URL in the environment', () => {
  test.each([
    ['postgres', 'POSTGRES_URL', 'postgres://me:secret@db.example:5433/postgres', 'db.example:5433'],
    [
      'mongodb',
      'MONGODB_URL',
      'mongodb://me:secret@a.example:1,b.example:2/?replicaSet=r',
      'a.example:1,b.example:2',
    ],
    ['nats', 'NATS_URL', 'nats://me:secret@bus.example:4222', 'bus.example:4222'],
    ['s3', 'S3_URL', 'https://key:secret@store.example', 'store.example'],
  ] as const)('is %s, shown without its credentials', async (name, variable, url, address) => {
    process.env[variable] = url
    const server = await provideServer(name, options())
    expect(server).toMatchObject({ name, origin: 'url', url, address, pid: undefined })
  })

  test('of the wrong kind is refused by the name of its variable', async () => {
    process.env.NATS_URL = 'localhost:4222'
    await expect(provideServer('nats', options())).rejects.toThrow(/^NATS_URL must be a URL/)
  })
})

describe('where nothing can provide a server', () => {
  test('one error names all that are missing, and the remedies', async () => {
    bareMachine()
    const failure = await provideServers(SERVER_NAMES, { ...options(), ephemeral: true }).catch(
      (error) => error,
    )
    expect(failure).toBeInstanceOf(ServerUnavailableError)
    expect(failure.message).toMatch(/^Could not provide nats, s3, mongodb\.$/m)
    expect(failure.message).toMatch(/nats: no Docker engine answers/)
    expect(failure.message).toMatch(/nats: there is no Go on this machine to build nats-server with/)
    for (const remedy of ['NATS_URL=', 'S3_URL=', 'MONGODB_URL=', 'Docker engine', 'Go 1.25', 'go.dev/dl']) {
      expect(failure.message).toContain(remedy)
    }
    expect(failure.message).not.toContain('POSTGRES_URL')
  }, 60_000)

  test('SERVERS=docker does not fall back to a native one', async () => {
    bareMachine()
    process.env.SERVERS = 'docker'
    const failure = await provideServer('postgres', options()).catch((error) => error)
    expect(failure).toBeInstanceOf(ServerUnavailableError)
    expect(failure.message).toContain('no Docker engine answers, and SERVERS=docker asks for it')
  })

  test('SERVERS takes no other value', async () => {
    process.env.SERVERS = 'podman'
    await expect(provideServer('nats', options())).rejects.toThrow('SERVERS must be docker, native or empty')
  })
})

describe('a Docker engine', () => {
  test('answers when its socket says so', async () => {
    process.env.DOCKER_HOST = await engine((respond) => respond(200))
    expect(await dockerAnswers()).toBe(true)
  })

  test('that is broken does not answer', async () => {
    process.env.DOCKER_HOST = await engine((respond) => respond(500))
    expect(await dockerAnswers()).toBe(false)
  })

  test('that hangs is given up within a second', async () => {
    process.env.DOCKER_HOST = await engine(() => {})
    const started = performance.now()
    expect(await dockerAnswers()).toBe(false)
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  test('that is not there does not answer', async () => {
    process.env.DOCKER_HOST = `unix://${join(folder, 'nothing.sock')}`
    expect(await dockerAnswers()).toBe(false)
  })

  test('is asked for another image when the environment names one', () => {
    expect(imageOf('postgres')).toBe('postgres:18')
    process.env.POSTGRES_IMAGE = 'registry.example/postgres:18.4'
    expect(imageOf('postgres')).toBe('registry.example/postgres:18.4')
  })

  /** Something at a socket that treats a ping as it is told. */
  async function engine(answer: (respond: (status: number) => void) => void): Promise<string> {
    const path = join(folder, 'docker.sock')
    const server = createServer((_, response) => answer((status) => response.writeHead(status).end('OK')))
    listening.push(server)
    await new Promise<void>((resolve) => server.listen(path, resolve))
    return `unix://${path}`
  }
})
