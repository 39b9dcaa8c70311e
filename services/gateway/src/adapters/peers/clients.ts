import { Peer } from '@invoicing/chassis'
import { ClientsServiceClient } from '@invoicing/contracts/gen/clients/v1/clients'
import { answer } from './answer.ts'

/** The clients service. */
export function connectClients(address: string) {
  const peer = new Peer(ClientsServiceClient, address)
  const createClient = peer.unary((rpc) => rpc.createClient)
  const getClient = peer.unary((rpc) => rpc.getClient)
  const updateClient = peer.unary((rpc) => rpc.updateClient)
  return {
    createClient: answer(createClient, 'client'),
    getClient: answer(getClient, 'client'),
    updateClient: answer(updateClient, 'client'),
    deleteClient: peer.unary((rpc) => rpc.deleteClient),
    listClients: peer.unary((rpc) => rpc.listClients),
    listReviews: peer.unary((rpc) => rpc.listReviews),
    resolveReview: peer.unary((rpc) => rpc.resolveReview),
    close: () => peer.close(),
  }
}

export type ClientsPeer = ReturnType<typeof connectClients>
