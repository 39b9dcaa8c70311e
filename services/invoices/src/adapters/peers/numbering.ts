import { Peer } from '@invoicing/chassis'
import { NumberingServiceClient } from '@invoicing/contracts/gen/numbering/v1/numbering'
import type { AllocateNumber } from '../../app/dependencies.ts'

/** The numbering service. */
export function numberingPeer(address: string): { allocateNumber: AllocateNumber; close(): void } {
  const peer = new Peer(NumberingServiceClient, address)
  const allocate = peer.unary((client) => client.allocate)
  return {
    allocateNumber: async (companyId, invoiceId) => {
      const { invoiceNumber } = await allocate({ companyId, invoiceId })
      return invoiceNumber
    },
    close: () => peer.close(),
  }
}
