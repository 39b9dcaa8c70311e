import { newId, notFound } from '@invoicing/contracts'
import type {
  UpdateInvoiceRequest,
  UpdateInvoiceResponse,
} from '@invoicing/contracts/gen/invoices/v1/invoices'
import type { Moderator } from '@invoicing/moderation'
import { requireDraft } from '../domain/draft.ts'
import { changedDraft, draftChange } from '../domain/draft-change.ts'
import { priceLines } from '../domain/price-lines.ts'
import { resolveLines } from '../domain/resolve-lines.ts'
import { clientSnapshot, companySnapshot } from '../domain/snapshots.ts'
import { checkContent } from './check-content.ts'
import type { GetClient, GetInvoice, ReadBillingData, StoreDraftChange } from './dependencies.ts'

interface Dependencies {
  readonly getInvoice: GetInvoice
  readonly getClient: GetClient
  readonly readBillingData: ReadBillingData
  readonly moderator: Moderator
  readonly storeDraftChange: StoreDraftChange
  /** Told that an event waits in the outbox. */
  readonly eventStored: () => void
}

/**
 * Changes a Draft (specification 4.2; contract, "Lifecycle and events"). Everything that others are
 * asked for comes before the store: what never changes of an invoice, its client and its currency,
 * is enough for that. Then the change is made of the invoice as it is under its lock: of two at
 * once each stands whole, the later one last.
 *
 * @throws AppError invalid_argument, not_found 'Invoice not found' or, for an item, 'Client not
 * found', conflict naming the status of what is no Draft, content_flagged, or unavailable
 */
export function updateInvoice(deps: Dependencies) {
  return async (request: UpdateInvoiceRequest): Promise<UpdateInvoiceResponse> => {
    const { companyId, invoiceId } = request
    const change = draftChange(request)
    const before = await deps.getInvoice(companyId, invoiceId)
    if (before === undefined) throw notFound('Invoice not found')
    requireDraft(before, 'edited')

    const itemIds = new Set(change.lines?.flatMap(({ itemId }) => itemId ?? []))
    const [client, billing] = await Promise.all([
      deps.getClient(companyId, before.clientId),
      deps.readBillingData(companyId, [...itemIds]),
    ])
    if (billing === undefined) throw notFound('Company not found')

    const resolved = change.lines && resolveLines(change.lines, billing.items)
    if (resolved !== undefined) {
      await checkContent(
        deps.moderator,
        resolved.map(({ title }, index) => [`items[${index}].title`, title]),
      )
    }
    const priced = resolved && priceLines(resolved, before.currency)

    const changed = await deps.storeDraftChange(companyId, invoiceId, (invoice) => {
      requireDraft(invoice, 'edited')
      const at = new Date()
      return {
        eventId: newId('event'),
        at,
        invoice: changedDraft(invoice, change, priced, at),
        lines: priced?.lines,
        client: clientSnapshot(client),
        company: companySnapshot(billing.settings),
      }
    })
    if (changed === undefined) throw notFound('Invoice not found')
    deps.eventStored()
    return changed
  }
}
