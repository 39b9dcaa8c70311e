import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import { resolve } from 'node:path'
import { type FreshDatabase, freshDatabase } from '@invoicing/testkit'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { GatewayUnderTest, gatewayEnvironment } from '../fixtures/gateway.ts'

let database: FreshDatabase
const children: ChildProcess[] = []
beforeAll(async () => {
  database = await freshDatabase()
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(() => database.drop())

/** The gateway's own process, as it is started alone. */
function start(given: NodeJS.ProcessEnv) {
  const env = { PATH: process.env.PATH, ...gatewayEnvironment(database.url), LOG_LEVEL: 'info', ...given }
  const child = spawn(process.execPath, ['src/main.ts'], { cwd: resolve(import.meta.dirname, '../..'), env })
  children.push(child)
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.err += text
  })
  const { promise: ended, resolve: end } = Promise.withResolvers<number | null>()
  child.once('close', end)
  return { child, output, ended }
}

test('a port that is taken is one line of error and exit 1', async () => {
  const taken = await listening()
  const port = String(portOf(taken))
  const { output, ended } = start({ HTTP_PORT: port })
  expect(await ended).toBe(1)
  expect(output.err).toBe(
    `HTTP_PORT ${port} on HTTP_HOST 127.0.0.1 is in use: stop what listens there, or choose another port\n`,
  )
  taken.close()
})

test('settings that are missing are named, one a line, and exit 1', async () => {
  const { output, ended } = start({ API_KEY_PEPPER: '', CLIENTS_ADDRESS: 'nowhere' })
  expect(await ended).toBe(1)
  expect(output.err.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^API_KEY_PEPPER is not set/),
    expect.stringMatching(/^CLIENTS_ADDRESS is wrong/),
  ])
})

test('a stop finishes what is in flight, closes what is idle, and takes nothing new', async () => {
  // A peer that takes connections and says nothing makes /readyz wait for its bound of 2 s.
  const silent = await listening()
  const asked: Promise<Socket[]> = once(silent, 'connection')
  const gateway = await GatewayUnderTest.start({ PDF_ADDRESS: `127.0.0.1:${portOf(silent)}` })
  const agent = new Agent({ keepAlive: true })
  // A connection that is idle then, and would stay open for 72 s.
  await answered(`${gateway.url}/healthz`, agent)
  const busy = new Agent({ keepAlive: true })
  const inFlight = answered(`${gateway.url}/readyz`, busy)
  const [caller] = await asked
  const started = performance.now()
  const stopped = gateway.stop()
  expect(await inFlight).toBe(503)
  await stopped
  expect(performance.now() - started).toBeLessThan(4_000)
  await expect(answered(`${gateway.url}/healthz`, new Agent())).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  })
  agent.destroy()
  busy.destroy()
  caller?.destroy()
  silent.close()
})

async function listening(): Promise<Server> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  return address.port
}

function answered(url: string, agent: Agent): Promise<number | undefined> {
  const { promise, resolve: done, reject } = Promise.withResolvers<number | undefined>()
  get(url, { agent }, (response) => {
    response.resume().on('end', () => done(response.statusCode))
  }).on('error', reject)
  return promise
}
