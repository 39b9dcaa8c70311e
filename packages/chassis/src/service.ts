import type { ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js'
import { GrpcServer } from './grpc/server.ts'
import type { Checks } from './health.ts'
import { createLog, type Logger, type LogLevel } from './log.ts'

/** A service that is built and listening. */
export interface RunningService {
  readonly name: string
  readonly log: Logger
  /** host:port its gRPC server listens on. */
  readonly grpcAddress: string
  /** Stops taking work, finishes what is in flight, then releases everything in reverse order. */
  stop(): Promise<void>
}

export interface CommonConfig {
  readonly GRPC_ADDRESS: string
  readonly LOG_LEVEL: LogLevel
}

/** What a service is put together with: see `assemble`. */
export interface Assembly {
  readonly name: string
  readonly log: Logger
  /** Releases on stop, last acquired first. */
  onStop(release: () => Promise<unknown> | unknown): void
  /** A store without which this service cannot work; asked on every readiness check. */
  needs(store: string, answers: () => Promise<unknown>): void
  /** A gRPC API that is served once everything is put together. */
  serve(definition: ServiceDefinition, implementation: UntypedServiceImplementation): void
}

/**
 * Puts a service together and starts listening. Everything acquired in `build` is released on
 * stop in reverse order, and at once when a later step fails.
 */
export async function assemble(
  name: string,
  config: CommonConfig,
  build: (assembly: Assembly) => Promise<void>,
): Promise<RunningService> {
  const log = createLog(name, config.LOG_LEVEL)
  const stack = new AsyncDisposableStack()
  try {
    const checks: Checks = new Map()
    const server = new GrpcServer(log, checks)
    await build({
      name,
      log,
      onStop: (release) => stack.defer(async () => void (await release())),
      needs: (store, answers) => checks.set(store, answers),
      serve: (definition, implementation) => server.add(definition, implementation),
    })
    // Listening comes last and stops first: nothing arrives before or after its dependencies.
    stack.defer(() => server.stop())
    const grpcAddress = await server.listen(config.GRPC_ADDRESS)
    log.info({ grpcAddress }, 'listening')
    return { name, log, grpcAddress, stop: () => stack.disposeAsync() }
  } catch (error) {
    // The reason of the failure is what matters; what then cannot be closed either is its echo.
    await stack.disposeAsync().catch((echo) => log.warn({ err: echo }, 'could not release everything'))
    throw error
  }
}
