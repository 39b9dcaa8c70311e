import type {
  ListInvoiceIdsByClientRequest,
  ListInvoiceIdsByClientResponse,
} from '@invoicing/contracts/gen/invoices/v1/invoices'

type Stream = (
  request: ListInvoiceIdsByClientRequest,
  ms?: number,
) => AsyncIterable<ListInvoiceIdsByClientResponse>

/** A page of busy clients brings millions of ids: this may take what the whole request may, in milliseconds. */
const STREAM_MS = 7_500

/** The ids of all invoices of each client, newest first (specification 2.3, `invoices`). */
export function invoiceIdsByClient(stream: Stream) {
  return async (
    companyId: string,
    clientIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>> => {
    const ids = new Map<string, string[]>(clientIds.map((clientId) => [clientId, []]))
    if (ids.size === 0) return ids
    for await (const batch of stream({ companyId, clientIds: [...clientIds] }, STREAM_MS)) {
      const ofClient = ids.get(batch.clientId)
      for (const id of batch.invoiceIds) ofClient?.push(id)
    }
    return ids
  }
}
