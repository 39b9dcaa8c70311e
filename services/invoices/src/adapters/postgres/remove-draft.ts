import { inTransaction, type Pool } from '@invoicing/chassis'
import { InvoiceEventType } from '@invoicing/contracts/gen/events/v1/events'
import type { RemoveDraft } from '../../app/dependencies.ts'
import { eventColumns } from './event-columns.ts'
import { lockInvoice } from './lock-invoice.ts'

/**
 * Removes a Draft: lock, decide, remove, in one transaction (migrations/0020_update_delete.sql). Its
 * last event carries what the others need to clean up, and nothing that was to be removed: no
 * lines, no notes, no snapshots.
 */
export function removeDraft(pool: Pool): RemoveDraft {
  return (companyId, invoiceId, decide) =>
    inTransaction(pool, async (connection) => {
      const stored = await lockInvoice(connection, companyId, invoiceId)
      if (stored === undefined) return false
      const event = eventColumns({
        ...decide(stored.invoice),
        type: InvoiceEventType.INVOICE_EVENT_TYPE_DELETED,
        invoice: { ...stored.invoice, lineItemIds: [], noteBlocks: undefined },
        lines: [],
      })
      await connection.query({
        name: 'delete-draft',
        text: 'SELECT delete_draft($1)',
        values: [JSON.stringify(event)],
      })
      return true
    })
}
