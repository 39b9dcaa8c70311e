import {
  type CallOptions,
  type ChannelCredentials,
  type ChannelOptions,
  type Client,
  type ClientReadableStream,
  type ClientUnaryCall,
  credentials,
  Metadata,
  type ServiceError,
} from '@grpc/grpc-js'
import { deadlineWithin } from '../deadline.ts'
import { fromServiceError } from './errors.ts'
import { MAX_MESSAGE_BYTES } from './server.ts'

/** The longest a call to a peer takes, in milliseconds; less when the request's own deadline is nearer. */
const CALL_MS = 5_000

/** A peer that was away is tried again within a second, so that its return is noticed at once. */
const CHANNEL: ChannelOptions = {
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.min_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1_000,
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
  'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
}

type ClientConstructor<C extends Client> = new (
  address: string,
  creds: ChannelCredentials,
  options: ChannelOptions,
) => C

type UnaryMethod<Q, R> = (
  request: Q,
  metadata: Metadata,
  options: Partial<CallOptions>,
  callback: (error: ServiceError | null, response: R) => void,
) => ClientUnaryCall

type StreamMethod<Q, R> = (
  request: Q,
  metadata: Metadata,
  options: Partial<CallOptions>,
) => ClientReadableStream<R>

/** A connection to another service. Every call has a deadline, and every error is an AppError. */
export class Peer<C extends Client> {
  readonly #client: C

  constructor(Constructor: ClientConstructor<C>, address: string) {
    this.#client = new Constructor(address, credentials.createInsecure(), CHANNEL)
  }

  /** An async function of one RPC: `peer.unary((client) => client.allocate)`. */
  unary<Q, R>(
    pick: (client: C) => UnaryMethod<Q, R>,
    metadata = new Metadata(),
  ): (request: Q, ms?: number) => Promise<R> {
    const method = pick(this.#client).bind(this.#client)
    return (request, ms = CALL_MS) => {
      const { promise, resolve, reject } = Promise.withResolvers<R>()
      method(request, metadata, { deadline: deadlineWithin(ms) }, (error, response) => {
        if (error) reject(fromServiceError(error))
        else resolve(response)
      })
      return promise
    }
  }

  /** An async generator of one server-streaming RPC; leaving it early cancels the call. */
  stream<Q, R>(pick: (client: C) => StreamMethod<Q, R>): (request: Q, ms?: number) => AsyncGenerator<R> {
    const method = pick(this.#client).bind(this.#client)
    return async function* (request, ms = CALL_MS) {
      const call = method(request, new Metadata(), { deadline: deadlineWithin(ms) })
      try {
        yield* call as AsyncIterable<R>
      } catch (error) {
        throw fromServiceError(error as ServiceError)
      } finally {
        call.cancel()
      }
    }
  }

  close(): void {
    this.#client.close()
  }
}
