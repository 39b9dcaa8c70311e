import type {
  handleServerStreamingCall,
  handleUnaryCall,
  ServerUnaryCall,
  ServerWritableStream,
} from '@grpc/grpc-js'
import type { AppError } from '@invoicing/contracts'
import { withDeadline } from '../deadline.ts'
import type { Logger } from '../log.ts'
import { toAppError, toServiceError } from './errors.ts'

/** The longest any call may take when its caller set no deadline of its own, in milliseconds. */
const LONGEST_MS = 10_000

/** The metadata of a call, for entrypoints that look at more than the request. */
export type CallMetadata = ServerUnaryCall<unknown, unknown>['metadata']

export interface HandlerKit {
  /** Makes a gRPC handler of an async function: deadline, error mapping, log of unexpected errors. */
  unary<Q, R>(handle: (request: Q, metadata: CallMetadata) => Promise<R>): handleUnaryCall<Q, R>
  /** The same for a server stream; the client's pace holds the producer back. */
  stream<Q, R>(handle: (request: Q) => AsyncIterable<R>): handleServerStreamingCall<Q, R>
}

export function handlerKit(log: Logger): HandlerKit {
  const failure = (error: unknown, path: string): AppError => {
    const known = toAppError(error)
    if (known.code === 'internal') log.error({ err: error, rpc: path }, 'call failed unexpectedly')
    else if (known.code === 'unavailable')
      log.warn({ err: known.cause ?? known, rpc: path }, 'a store or peer does not answer')
    return known
  }
  return {
    unary: (handle) => (call, callback) => {
      withDeadline(deadlineOf(call), async () => handle(call.request, call.metadata)).then(
        (response) => callback(null, response),
        (error: unknown) => callback(toServiceError(failure(error, call.getPath()))),
      )
    },
    stream: (handle) => (call) => {
      withDeadline(deadlineOf(call), async () => pump(call, handle(call.request))).catch((error: unknown) => {
        const known = failure(error, call.getPath())
        // destroy() would drop the status; grpc-js sends it for an emitted error.
        if (!call.cancelled) call.emit('error', toServiceError(known))
      })
    },
  }
}

function deadlineOf(call: { getDeadline(): Date | number }): number {
  return Math.min(Number(call.getDeadline()), Date.now() + LONGEST_MS)
}

async function pump<Q, R>(call: ServerWritableStream<Q, R>, source: AsyncIterable<R>): Promise<void> {
  let wake = () => {}
  for (const event of ['drain', 'cancelled', 'close']) call.on(event, () => wake())
  for await (const message of source) {
    if (call.cancelled) return
    if (!call.write(message)) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    if (call.cancelled) return
  }
  call.end()
}
