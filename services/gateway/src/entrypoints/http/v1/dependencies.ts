import type { ClientsPeer } from '../../../adapters/peers/clients.ts'
import type { InvoicesPeer } from '../../../adapters/peers/invoices.ts'
import type { NumberingPeer } from '../../../adapters/peers/numbering.ts'
import type { WebhooksPeer } from '../../../adapters/peers/webhooks.ts'
import type { Caller } from '../../../app/dependencies.ts'
import type { Pages } from '../page.ts'

/** What the resources of /v1 are made of. */
export interface Resources {
  readonly clients: ClientsPeer
  readonly invoices: InvoicesPeer
  readonly numbering: NumberingPeer
  readonly webhooks: WebhooksPeer
  readonly pages: Pages
  /** Where integrators reach this API, without a trailing slash. */
  readonly publicUrl: string
}

/** What stands before every resource of /v1. */
export interface Gate {
  /** @throws AppError unauthenticated or unavailable */
  authenticate(authorization: string | undefined): Promise<Caller>
  readonly rate: { accept(keyId: string): boolean }
  readonly requestsPerMinute: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom the request acts for; set by authentication on all of /v1. */
    caller: Caller
  }
}
