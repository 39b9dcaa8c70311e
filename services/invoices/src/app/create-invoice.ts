import { clientIdOf, invalid, newId, notFound, todayIn } from '@invoicing/contracts'
import { type Invoice, InvoiceStatus } from '@invoicing/contracts/gen/invoices/v1/invoice'
import type {
  CreateInvoiceRequest,
  CreateInvoiceResponse,
} from '@invoicing/contracts/gen/invoices/v1/invoices'
import type { Moderator } from '@invoicing/moderation'
import { invoiceDates } from '../domain/dates.ts'
import { priceLines } from '../domain/price-lines.ts'
import { requestedLines } from '../domain/requested-line.ts'
import { resolveLines } from '../domain/resolve-lines.ts'
import { clientSnapshot, companySnapshot } from '../domain/snapshots.ts'
import { checkContent } from './check-content.ts'
import type { AllocateNumber, GetClient, ReadBillingData, StoreInvoice } from './dependencies.ts'

interface Dependencies {
  readonly getClient: GetClient
  readonly readBillingData: ReadBillingData
  readonly moderator: Moderator
  readonly allocateNumber: AllocateNumber
  readonly storeInvoice: StoreInvoice
  /** Told that an event waits in the outbox. */
  readonly eventStored: () => void
}

/**
 * How an invoice is made (specification 1; docs/architecture.md, "The hot path"). Whatever fails
 * before the last step leaves nothing behind: a number that was reserved for nothing is found and
 * given out again by numbering. After the last step nothing can fail the request any more.
 *
 * @throws AppError invalid_argument, not_found 'Client not found' (client and item alike),
 * content_flagged, or unavailable when a peer or the store does not answer
 */
export function createInvoice(deps: Dependencies) {
  return async (request: CreateInvoiceRequest): Promise<CreateInvoiceResponse> => {
    const { companyId } = request
    if (request.clientId === '') throw invalid('client_id is required')
    const requested = requestedLines(request.lines)
    const clientId = clientIdOf(request.clientId)
    if (clientId === undefined) throw notFound('Client not found')

    // Read now and not from a cache: an invoice is made of the catalog and settings as they are.
    const itemIds = new Set(requested.flatMap(({ itemId }) => itemId ?? []))
    const [client, billing] = await Promise.all([
      deps.getClient(companyId, clientId),
      deps.readBillingData(companyId, [...itemIds]),
    ])
    if (billing === undefined) throw notFound('Company not found')
    const { settings, items } = billing

    const resolved = resolveLines(requested, items)
    await checkContent(
      deps.moderator,
      resolved.map(({ title }, index) => [`items[${index}].title`, title]),
    )
    const { lines, amounts } = priceLines(resolved, settings.currency)
    const at = new Date()
    const dates = invoiceDates(request, todayIn(settings.timeZone, at), settings.paymentTerms)

    // The number comes last, so that none is taken for what cannot be stored.
    const id = newId('invoice')
    const invoiceNumber = await deps.allocateNumber(companyId, id)

    const invoice: Invoice = {
      id,
      companyId,
      invoiceNumber,
      clientId,
      status: InvoiceStatus.INVOICE_STATUS_DRAFT,
      ...dates,
      ...amounts,
      version: 1,
      pdf: undefined,
      noteBlocks: settings.noteBlocks,
      createdAt: at,
      modifiedAt: at,
      paymentId: undefined,
      receiptToken: undefined,
      paymentReferenceNumber: '',
    }
    await deps.storeInvoice({
      eventId: newId('event'),
      at,
      invoice,
      lines,
      client: clientSnapshot(client),
      company: companySnapshot(settings),
    })
    deps.eventStored()
    return { invoice, lines }
  }
}
