import { Peer } from '@invoicing/chassis'
import { WebhooksServiceClient } from '@invoicing/contracts/gen/webhooks/v1/webhooks'
import { answer } from './answer.ts'

/** The webhooks service. */
export function connectWebhooks(address: string) {
  const peer = new Peer(WebhooksServiceClient, address)
  const getSubscription = peer.unary((rpc) => rpc.getSubscription)
  const updateSubscription = peer.unary((rpc) => rpc.updateSubscription)
  return {
    createSubscription: peer.unary((rpc) => rpc.createSubscription),
    getSubscription: answer(getSubscription, 'subscription'),
    listSubscriptions: peer.unary((rpc) => rpc.listSubscriptions),
    updateSubscription: answer(updateSubscription, 'subscription'),
    deleteSubscription: peer.unary((rpc) => rpc.deleteSubscription),
    close: () => peer.close(),
  }
}

export type WebhooksPeer = ReturnType<typeof connectWebhooks>
