import { conflict, notFound } from '@invoicing/contracts'
import type {
  BeginDeletion,
  Clock,
  EndDeletion,
  FenceClient,
  FindClient,
  RemoveClient,
} from './dependencies.ts'

interface Dependencies {
  readonly findClient: FindClient
  readonly beginDeletion: BeginDeletion
  readonly fenceClient: FenceClient
  readonly removeClient: RemoveClient
  readonly endDeletion: EndDeletion
  readonly now: Clock
}

/**
 * Removes a client that no invoice refers to (docs/architecture.md, "Clients: never deleted under an
 * invoice"). The invoices service decides between this and the invoices that are being created: it
 * counts them, or lets none come any more. The note comes before that question, so that whatever ends
 * this process after the answer, `finishDeletions` goes on; until then the client shows as it was.
 *
 * @throws AppError not_found, conflict with the number of invoices, or unavailable when the invoices
 * service does not answer: then the deletion is finished when it does, unless an invoice came first
 */
export function deleteClient(deps: Dependencies) {
  return async (companyId: string, clientId: string): Promise<void> => {
    if ((await deps.findClient(companyId, clientId)) === undefined) throw notFound('Client not found')
    const deletion = { companyId, clientId, startedAt: deps.now() }
    const { invoices, removed } = await finishDeletion(deps)({
      ...deletion,
      id: await deps.beginDeletion(deletion),
    })
    if (invoices > 0) throw conflict(stillHas(invoices))
    if (!removed) throw notFound('Client not found')
  }
}

/** Carries a deletion through, from wherever it stopped: each step may be done again. */
export function finishDeletion(deps: Pick<Dependencies, 'fenceClient' | 'removeClient' | 'endDeletion'>) {
  return async (deletion: { id: string; companyId: string; clientId: string }) => {
    const invoices = await deps.fenceClient(deletion.companyId, deletion.clientId)
    const removed = invoices === 0 && (await deps.removeClient(deletion.clientId))
    await deps.endDeletion(deletion.id)
    return { invoices, removed }
  }
}

function stillHas(invoices: number): string {
  const amount = invoices === 1 ? '1 invoice' : `${invoices} invoices`
  return `The client has ${amount} and cannot be deleted`
}
