import { Peer } from '@invoicing/chassis'
import { NumberingServiceClient } from '@invoicing/contracts/gen/numbering/v1/numbering'

/** The numbering service. */
export function connectNumbering(address: string) {
  const peer = new Peer(NumberingServiceClient, address)
  return {
    putSequence: peer.unary((rpc) => rpc.putSequence),
    close: () => peer.close(),
  }
}
