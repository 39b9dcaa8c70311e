import {
  InvoicesServiceClient,
  InvoicesServiceService,
  type ListInvoiceIdsByClientResponse,
} from '@invoicing/contracts/gen/invoices/v1/invoices'
import {
  type AllocateRequest,
  type AllocateResponse,
  NumberingServiceClient,
  NumberingServiceService,
} from '@invoicing/contracts/gen/numbering/v1/numbering'
import { GrpcServer } from '../../src/grpc/server.ts'
import type { Checks } from '../../src/health.ts'
import { createLog, handlerKit, Peer } from '../../src/mod.ts'

export const quietLog = createLog('test', 'silent')

interface Handlers {
  /** Stands for any unary call. */
  readonly unary?: (request: AllocateRequest) => Promise<AllocateResponse>
  /** Stands for any server stream; each message holds one client id. */
  readonly stream?: () => AsyncIterable<ListInvoiceIdsByClientResponse>
}

/** A server with handlers of the test's own behind two real APIs of the platform. */
export function testServer({ unary, stream }: Handlers, checks: Checks = new Map()): GrpcServer {
  const server = new GrpcServer(quietLog, checks)
  const kit = handlerKit(quietLog)
  if (unary) server.add(NumberingServiceService, { allocate: kit.unary(unary) })
  if (stream) server.add(InvoicesServiceService, { listInvoiceIdsByClient: kit.stream(stream) })
  return server
}

/** A peer of `unary` above, which takes the invoice id. */
export function unaryPeer(address: string) {
  const peer = new Peer(NumberingServiceClient, address)
  const allocate = peer.unary((client) => client.allocate)
  return {
    call: (invoiceId = 'inv_a', ms?: number) => allocate({ companyId: 'company_a', invoiceId }, ms),
    close: () => peer.close(),
  }
}

/** A peer of `stream` above. */
export function streamPeer(address: string) {
  const peer = new Peer(InvoicesServiceClient, address)
  const list = peer.stream((client) => client.listInvoiceIdsByClient)
  return {
    call: (ms?: number) => list({ companyId: 'company_a', clientIds: [] }, ms),
    close: () => peer.close(),
  }
}
