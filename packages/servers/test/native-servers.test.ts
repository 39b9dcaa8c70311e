import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect as connectNats } from '@nats-io/transport-node'
import { Client as S3Client } from 'minio'
import { MongoClient } from 'mongodb'
import pg from 'pg'
import {
  type BackingServer,
  type BackingServers,
  probeServer,
  provideServer,
  provideServers,
  SERVER_NAMES,
  type ServerName,
} from '../src/mod.ts'
import { isAlive, makeDataDir, nativeOnly, until } from './support.ts'

// The characters that a URL has to escape.
const PASSWORD = 'p@ss/w:rd"1#'

let dataDir: string
let servers: BackingServers
const restarted: BackingServer[] = []

beforeAll(async () => {
  nativeOnly()
  dataDir = makeDataDir()
  servers = await provideServers(SERVER_NAMES, { dataDir, password: PASSWORD, report: console.error })
}, 300_000)

afterAll(async () => {
  const order = ['mongodb', 'nats', 's3', 'postgres']
  restarted.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
  for (const server of restarted) await server.stop()
  await servers?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}, 60_000)

test.each(SERVER_NAMES)('%s answers, as a process of its own', async (name) => {
  const server = servers.get(name)
  expect(await server.ready()).toBe(true)
  expect(server.origin).toBe('native')
  expect(server.address).toMatch(/^127\.0\.0\.1:\d+$/)
  expect(isAlive(server.pid ?? 0)).toBe(true)
})

const onLinux = process.platform === 'linux' ? test : test.skip
onLinux.each(SERVER_NAMES)('%s listens on 127.0.0.1 alone', async (name) => {
  const { port } = new URL(servers.get(name).url)
  // Whoever listens on every interface would answer here.
  expect(await accepts('127.0.0.2', Number(port))).toBe(false)
  expect(await accepts('127.0.0.1', Number(port))).toBe(true)
})

test.each(['postgres', 'mongodb', 'nats'] as const)('%s refuses another password', async (name) => {
  const url = new URL(servers.get(name).url)
  url.password = 'wrong'
  expect(await probeServer(name, url.href)).toBe(false)
})

test('mongodb refuses a client without an account', async () => {
  const url = new URL(servers.get('mongodb').url)
  expect(await probeServer('mongodb', `mongodb://${url.host}/`)).toBe(false)
})

test('s3 refuses a wrong secret key', async () => {
  const url = new URL(servers.get('s3').url)
  url.password = 'wrong'
  await expect(s3(url.href).listBuckets()).rejects.toThrow()
})

test('nothing answers at a port where nobody listens', async () => {
  expect(await probeServer('postgres', 'postgres://postgres:x@127.0.0.1:1/postgres')).toBe(false)
  expect(await probeServer('mongodb', 'mongodb://127.0.0.1:1/')).toBe(false)
  expect(await probeServer('nats', 'nats://127.0.0.1:1')).toBe(false)
  expect(await probeServer('s3', 'http://127.0.0.1:1')).toBe(false)
})

describe('a server that is killed', () => {
  // MongoDB's stand-in comes before the Postgres in which its documents lie.
  test.each(['nats', 's3', 'mongodb', 'postgres'] as const)(
    '%s says so, and has its data when it is started again on its port',
    async (name) => {
      const server = servers.get(name)
      await DATA[name].write(server.url)
      process.kill(server.pid ?? 0, 'SIGKILL')
      expect(await server.ended).toBe('killed by SIGKILL')
      const again = await provideServer(
        name,
        {
          dataDir: `${dataDir}/${name}`,
          password: PASSWORD,
          port: Number(new URL(server.url).port),
          report: console.error,
        },
        servers.get('postgres'),
      )
      restarted.push(again)
      expect(again.url).toBe(server.url)
      expect(again.pid).not.toBe(server.pid)
      expect(await DATA[name].read(again.url)).toBe('kept')
    },
    30_000,
  )

  test('mongodb goes on when the Postgres under it has come back', async () => {
    const { url } = servers.get('mongodb')
    await until(() => probeServer('mongodb', url), 'mongodb answers')
    expect(await DATA.mongodb.read(url)).toBe('kept')
  })
})

test('stop() ends the processes, may be called twice, and is no unexpected end', async () => {
  const server = await provideServer('nats', {
    dataDir: `${dataDir}/another`,
    password: 'x',
    report: () => {},
  })
  let ended = false
  server.ended.then(() => {
    ended = true
  })
  await Promise.all([server.stop(), server.stop()])
  expect(isAlive(server.pid ?? 0)).toBe(false)
  expect(await server.ready()).toBe(false)
  expect(ended).toBe(false)
})

test('a data folder that is in use is refused to a second server', async () => {
  const { pid } = restarted.find(({ name }) => name === 'nats') ?? {}
  const second = provideServer('nats', { dataDir: `${dataDir}/nats`, password: PASSWORD, report: () => {} })
  await expect(second).rejects.toThrow(`its data folder is in use by process ${process.pid}`)
  expect(isAlive(pid ?? 0)).toBe(true)
})

test('a port that is in use is named', async () => {
  const port = Number(new URL(servers.get('s3').url).port)
  const second = provideServer('nats', { dataDir: `${dataDir}/x`, port, password: 'x', report: () => {} })
  await expect(second).rejects.toThrow(`port ${port} of 127.0.0.1 is in use`)
})

/** Something kept in each server, and read again. */
const DATA: Record<
  ServerName,
  { write: (url: string) => Promise<unknown>; read: (url: string) => Promise<unknown> }
> = {
  postgres: {
    write: (url) => query(url, "CREATE TABLE t AS SELECT 'kept' AS v"),
    read: async (url) => (await query(url, 'SELECT v FROM t')).rows[0]?.v,
  },
  mongodb: {
    write: (url) => withMongo(url, (client) => client.db('d').collection('c').insertOne({ v: 'kept' })),
    read: (url) => withMongo(url, async (client) => (await client.db('d').collection('c').findOne())?.v),
  },
  nats: {
    write: async (url) => {
      const connection = await nats(url)
      await (await jetstreamManager(connection)).streams.add({ name: 's', subjects: ['s'] })
      await jetstream(connection).publish('s', 'kept')
      await connection.close()
    },
    read: async (url) => {
      const connection = await nats(url)
      const message = await (await jetstreamManager(connection)).streams.getMessage('s', { seq: 1 })
      await connection.close()
      return message?.string()
    },
  },
  s3: {
    write: async (url) => {
      await s3(url).makeBucket('bucket')
      await s3(url).putObject('bucket', 'folder/object', 'kept', 4, { 'Content-Type': 'text/plain' })
    },
    read: async (url) => {
      let text = ''
      for await (const chunk of await s3(url).getObject('bucket', 'folder/object')) text += chunk
      return text
    },
  },
}

async function query(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}

async function withMongo<T>(url: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 5_000 })
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}

/** The client takes no credentials from a URL. */
function nats(url: string) {
  const { host, username, password } = new URL(url)
  return connectNats({ servers: host, user: username, pass: decodeURIComponent(password) })
}

function s3(url: string): S3Client {
  const { hostname, port, username, password } = new URL(url)
  return new S3Client({
    endPoint: hostname,
    port: Number(port),
    useSSL: false,
    accessKey: username,
    secretKey: decodeURIComponent(password),
    region: 'us-east-1',
  })
}

function accepts(host: string, port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect({ host, port }, () => resolve(true))
  socket.once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
