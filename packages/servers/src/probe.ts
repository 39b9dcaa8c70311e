import { connect } from 'node:net'
import type { ServerName } from './types.ts'

/** The bound of every probe, in milliseconds. */
export const PROBE_MS = 2_000

const PROBES: Readonly<Record<ServerName, (url: string) => Promise<boolean>>> = {
  postgres: probePostgres,
  mongodb: probeMongo,
  nats: probeNats,
  s3: probeS3,
}

/** Whether the server at a URL answers its own protocol now, with these credentials. Never throws; within 2 s. */
export async function probeServer(name: ServerName, url: string): Promise<boolean> {
  const bound = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => bound.resolve(false), PROBE_MS)
  try {
    return await Promise.race([PROBES[name](url), bound.promise])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

async function probePostgres(url: string): Promise<boolean> {
  const { Client } = (await import('pg')).default
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } finally {
    await client.end()
  }
}

/** `ping` and not `hello`: FerretDB asks Postgres, as the client's user, before it answers. */
async function probeMongo(url: string): Promise<boolean> {
  const { MongoClient } = await import('mongodb')
  const client = new MongoClient(url, {
    serverSelectionTimeoutMS: PROBE_MS,
    connectTimeoutMS: PROBE_MS,
    socketTimeoutMS: PROBE_MS,
    maxPoolSize: 1,
  })
  try {
    await client.db('admin').command({ ping: 1 })
    return true
  } finally {
    await client.close()
  }
}

/** Connects with the URL's account and exchanges PING and PONG; under TLS the server's greeting is enough. */
function probeNats(url: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  // Several servers of a cluster may be named.
  const { hostname, port, username, password } = new URL(url.split(',')[0] ?? url)
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 4222) })
  socket.setTimeout(PROBE_MS, () => socket.destroy())
  socket.setEncoding('utf8')
  socket.once('error', () => resolve(false))
  socket.once('close', () => resolve(false))
  let received = ''
  socket.on('data', (text: string) => {
    received += text
    if (received.includes('PONG\r\n')) {
      resolve(true)
    } else if (received.includes('-ERR')) {
      resolve(false)
    } else if (/^INFO .*\r\n/.test(received)) {
      if (/"tls_required":\s*true/.test(received)) {
        resolve(true)
      } else {
        const account = { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
        socket.write(
          `CONNECT ${JSON.stringify({ verbose: false, pedantic: false, lang: 'node', version: '1', ...account })}\r\nPING\r\n`,
        )
        received = ''
      }
    }
  })
  return promise.finally(() => socket.destroy())
}

/** Unsigned: a server that refuses it speaks S3 all the same. */
async function probeS3(url: string): Promise<boolean> {
  const { origin } = new URL(url)
  const response = await fetch(origin, { signal: AbortSignal.timeout(PROBE_MS), redirect: 'manual' })
  await response.body?.cancel()
  return response.status < 500
}
