import { credentials, Metadata } from '@grpc/grpc-js'
import {
  HealthClient,
  HealthCheckResponse_ServingStatus as Serving,
} from '@invoicing/contracts/gen/grpc/health/v1/health'
import { LOOPBACK_CHANNEL } from './loopback-channel.ts'

/**
 * Whether the service at this address answers that it and every store it needs is ready. Never throws.
 *
 * @param patient waits until the deadline for a service that does not listen yet
 */
export async function isServiceReady(address: string, deadlineMs: number, patient = false): Promise<boolean> {
  const client = new HealthClient(address, credentials.createInsecure(), LOOPBACK_CHANNEL)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const metadata = new Metadata({ waitForReady: patient })
  client.check({ service: '' }, metadata, { deadline: Date.now() + deadlineMs }, (error, response) =>
    resolve(!error && response.status === Serving.SERVING),
  )
  const ready = await promise
  client.close()
  return ready
}

/** Whether the gateway at this URL says that the whole platform is ready. Never throws. */
export async function isGatewayReady(url: string, deadlineMs: number): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`, {
      signal: AbortSignal.timeout(deadlineMs),
      redirect: 'manual',
    })
    await response.body?.cancel()
    return response.status === 200
  } catch {
    return false
  }
}
