import { INVOICE_EVENTS_STREAM, INVOICE_EVENTS_SUBJECTS } from '@invoicing/contracts'
import {
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { Logger } from '../log.ts'
import { within } from '../within.ts'

/** Requests to the bus, and the first connection, fail after this long, in milliseconds. */
const REQUEST_MS = 5_000

/** A server that answers no ping for two of these, in milliseconds, is out of reach. */
const PING_MS = 3_000

/** What is buffered at a close gets this long to leave, in milliseconds. */
const FLUSH_MS = 1_000

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
  /** A round trip to the server and to its JetStream, for readiness; fails at once while disconnected. */
  ping(): Promise<unknown>
  /**
   * Calls back each time the connection was lost and came back: what was asked before has gone
   * unheard, and the server may be another one. @returns what ends it
   */
  onReconnect(callback: () => void): () => void
  /** Sends what is buffered and closes. */
  close(): Promise<void>
}

/** @throws when the bus is out of reach; `linkBus` waits for it instead */
export async function connectBus(url: string, service: string, log: Logger): Promise<Bus> {
  const { servers, tls, user, pass } = serversOf(url)
  const connection = await connect({
    servers,
    ...(user === undefined ? {} : { user, pass: pass ?? '' }),
    ...(tls ? { tls: {} } : {}),
    name: `invoicing-${service}`,
    maxReconnectAttempts: -1,
    // A server that is just starting may not know its accounts yet.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: 500,
    pingInterval: PING_MS,
    maxPingOut: 2,
    timeout: REQUEST_MS,
  })
  const reconnected = new EventTarget()
  void watch(connection, log, () => reconnected.dispatchEvent(new Event('reconnect')))
  const options = { timeout: REQUEST_MS }
  const jsm = await jetstreamManager(connection, { ...options, checkAPI: false })
  return {
    connection,
    js: jetstream(connection, options),
    jsm,
    ensureStream: () => ensureStream(jsm),
    ping: async () => {
      await connection.rtt()
      await jsm.getAccountInfo()
    },
    onReconnect: (callback) => {
      reconnected.addEventListener('reconnect', callback)
      return () => reconnected.removeEventListener('reconnect', callback)
    },
    close: async () => {
      await within(FLUSH_MS, connection.rtt()).catch(() => {})
      await connection.close()
    },
  }
}

async function ensureStream(jsm: JetStreamManager): Promise<void> {
  try {
    // Adding a stream with the settings it has is no change, whoever comes first.
    await jsm.streams.add(STREAM)
  } catch (error) {
    if (!(error instanceof JetStreamApiError)) throw error
    await jsm.streams.update(STREAM.name, STREAM)
  }
}

/** Splits `nats://user:pass@a:4222,b:4222` into what the client takes; `tls://` insists on TLS. */
function serversOf(url: string): { servers: string[]; tls: boolean; user?: string; pass?: string } {
  const [, scheme, credentials, hosts = ''] = /^(nats|tls):\/\/(?:([^@/]*)@)?([^/]+)/.exec(url) ?? []
  const [user, pass] = (credentials ?? '').split(':', 2).map(decodeURIComponent)
  return { servers: hosts.split(','), tls: scheme === 'tls', ...(user ? { user, pass: pass ?? '' } : {}) }
}

async function watch(connection: NatsConnection, log: Logger, reconnected: () => void): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect') log.warn('the bus is out of reach, reconnecting')
    if (status.type === 'reconnect') {
      log.info('the bus is back')
      reconnected()
    }
  }
}
