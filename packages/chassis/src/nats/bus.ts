import { INVOICE_EVENTS_STREAM, INVOICE_EVENTS_SUBJECTS } from '@invoicing/contracts'
import {
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { Logger } from '../log.ts'

/** Requests to the bus, and the first connection, fail after this long, in milliseconds. */
const REQUEST_MS = 5_000

const DAY_NS = 24 * 60 * 60 * 1_000_000_000

/**
 * The stream's settings. It is transport, not truth (docs/architecture.md): a week of events
 * lets a consumer be away for long, and what is older is published again from the outbox.
 */
const STREAM = {
  name: INVOICE_EVENTS_STREAM,
  subjects: [INVOICE_EVENTS_SUBJECTS],
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  max_age: 7 * DAY_NS,
  // The window in which JetStream drops a second publish of one event id.
  duplicate_window: 120 * 1_000_000_000,
}

/** A connection to NATS that reconnects for ever, with the invoice event stream in place. */
export interface Bus {
  readonly connection: NatsConnection
  readonly js: JetStreamClient
  readonly jsm: JetStreamManager
  /** Creates the stream, or brings its settings up to date; again after the store was wiped. */
  ensureStream(): Promise<void>
  /** A round trip to the server, for readiness. */
  ping(): Promise<unknown>
  /** Sends what is buffered and closes. */
  close(): Promise<void>
}

export async function connectBus(url: string, service: string, log: Logger): Promise<Bus> {
  const { servers, user, pass } = serversOf(url)
  const connection = await connect({
    servers,
    ...(user === undefined ? {} : { user, pass: pass ?? '' }),
    name: `invoicing-${service}`,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    timeout: REQUEST_MS,
  })
  logStatus(connection, log)
  const options = { timeout: REQUEST_MS }
  const jsm = await jetstreamManager(connection, { ...options, checkAPI: false })
  return {
    connection,
    js: jetstream(connection, options),
    jsm,
    ensureStream: () => ensureStream(jsm),
    // A bare flush would wait for the reconnect; readiness has its own bound.
    ping: () => connection.flush(),
    close: async () => {
      if (!connection.isClosed()) await connection.close()
    },
  }
}

async function ensureStream(jsm: JetStreamManager): Promise<void> {
  try {
    // Adding a stream with the settings it has is no change, whoever comes first.
    await jsm.streams.add(STREAM)
  } catch {
    await jsm.streams.update(STREAM.name, STREAM)
  }
}

/** Splits `nats://user:pass@a:4222,b:4222` into what the client takes. */
function serversOf(url: string): { servers: string[]; user?: string; pass?: string } {
  const [, credentials, hosts = ''] = /^(?:nats|tls):\/\/(?:([^@/]*)@)?([^/]+)/.exec(url) ?? []
  const [user, pass] = (credentials ?? '').split(':', 2).map(decodeURIComponent)
  return { servers: hosts.split(','), ...(user ? { user, pass: pass ?? '' } : {}) }
}

function logStatus(connection: NatsConnection, log: Logger): void {
  const watch = async () => {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') log.warn('the bus is out of reach, reconnecting')
      else if (status.type === 'reconnect') log.info('the bus is back')
    }
  }
  void watch()
}
