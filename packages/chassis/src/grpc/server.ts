import {
  logVerbosity,
  Server,
  ServerCredentials,
  type ServiceDefinition,
  setLogVerbosity,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import { HealthService } from '@invoicing/contracts/gen/grpc/health/v1/health'
import { ConfigError } from '../config.ts'
import { type Checks, healthService } from '../health.ts'
import type { Logger } from '../log.ts'

/** What is in flight at a stop gets this long to finish, in milliseconds. */
const DRAIN_MS = 5_000

/** The largest message either side takes, in bytes: 1,000 lines with 2,000-character texts fit. */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024

// Everything that grpc-js would print it also reports to its caller, who logs it.
setLogVerbosity(logVerbosity.NONE)

/** A gRPC server with the standard health service. */
export class GrpcServer {
  readonly #server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
  })

  constructor(log: Logger, checks: Checks) {
    // grpc-js types an implementation by index signature, which no interface has.
    this.add(HealthService, { ...healthService(checks, log) })
  }

  add(definition: ServiceDefinition, implementation: UntypedServiceImplementation): void {
    this.#server.addService(definition, implementation)
  }

  /**
   * @returns the address it is bound to, with the port that port 0 became
   * @throws ConfigError when the address cannot be listened on
   */
  listen(address: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    this.#server.bindAsync(address, ServerCredentials.createInsecure(), (error, port) => {
      if (error)
        reject(new ConfigError(`GRPC_ADDRESS is wrong: cannot listen on ${address} (${error.message}).`))
      else resolve(address.replace(/\d+$/, String(port)))
    })
    return promise
  }

  /** Takes no more calls, lets those in flight finish, and cuts what lasts longer than DRAIN_MS. */
  async stop(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(() => this.#server.forceShutdown(), DRAIN_MS)
    this.#server.tryShutdown(() => resolve())
    await promise
    clearTimeout(timer)
  }
}
