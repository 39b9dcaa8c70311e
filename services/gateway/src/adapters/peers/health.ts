import { Peer } from '@invoicing/chassis'
import {
  HealthClient,
  HealthCheckResponse_ServingStatus as Serving,
} from '@invoicing/contracts/gen/grpc/health/v1/health'

/** A peer that takes longer than this is not ready, in milliseconds. */
const CHECK_MS = 2_000

/** Asks a peer whether it is ready, stores of its own included. */
export function connectHealth(address: string) {
  const peer = new Peer(HealthClient, address)
  const check = peer.unary((rpc) => rpc.check)
  return {
    /** Settles when the peer is ready, and rejects when it is not or does not answer. */
    ready: async (): Promise<void> => {
      const { status } = await check({ service: '' }, CHECK_MS)
      if (status !== Serving.SERVING) throw new Error(`the peer says ${status}`)
    },
    close: () => peer.close(),
  }
}
