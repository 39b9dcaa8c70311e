import { Peer } from '@invoicing/chassis'
import { notFound } from '@invoicing/contracts'
import { ClientsServiceClient } from '@invoicing/contracts/gen/clients/v1/clients'
import type { GetClient } from '../../app/dependencies.ts'

/** The clients service. */
export function clientsPeer(address: string): { getClient: GetClient; close(): void } {
  const peer = new Peer(ClientsServiceClient, address)
  const getClient = peer.unary((client) => client.getClient)
  return {
    getClient: async (companyId, clientId) => {
      const { client } = await getClient({ companyId, clientId })
      if (client === undefined) throw notFound('Client not found')
      return client
    },
    close: () => peer.close(),
  }
}
