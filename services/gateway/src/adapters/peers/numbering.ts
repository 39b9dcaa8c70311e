import { Peer } from '@invoicing/chassis'
import { NumberingServiceClient } from '@invoicing/contracts/gen/numbering/v1/numbering'
import { answer } from './answer.ts'

/** The numbering service. */
export function connectNumbering(address: string) {
  const peer = new Peer(NumberingServiceClient, address)
  const putSequence = peer.unary((rpc) => rpc.putSequence)
  const getSequence = peer.unary((rpc) => rpc.getSequence)
  return {
    putSequence: answer(putSequence, 'sequence'),
    getSequence: answer(getSequence, 'sequence'),
    close: () => peer.close(),
  }
}

export type NumberingPeer = ReturnType<typeof connectNumbering>
