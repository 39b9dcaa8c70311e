import { Peer } from '@invoicing/chassis'
import { InvoicesServiceClient } from '@invoicing/contracts/gen/invoices/v1/invoices'
import type { FenceClient } from '../../app/dependencies.ts'

/** The invoices service. */
export function invoicesPeer(address: string): { fenceClient: FenceClient; close(): void } {
  const peer = new Peer(InvoicesServiceClient, address)
  const fenceClient = peer.unary((client) => client.fenceClient)
  return {
    fenceClient: async (companyId, clientId) => {
      const { invoiceCount } = await fenceClient({ companyId, clientId })
      return invoiceCount
    },
    close: () => peer.close(),
  }
}
