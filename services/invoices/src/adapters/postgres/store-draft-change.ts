import { inTransaction, type Pool } from '@invoicing/chassis'
import { InvoiceEventType } from '@invoicing/contracts/gen/events/v1/events'
import { ClientSnapshot, CompanySnapshot } from '@invoicing/contracts/gen/invoices/v1/invoice'
import type { StoreDraftChange } from '../../app/dependencies.ts'
import { bytea } from './bytea.ts'
import { eventColumns } from './event-columns.ts'
import { invoiceColumns } from './invoice-columns.ts'
import { lineColumns } from './line-columns.ts'
import { lockInvoice } from './lock-invoice.ts'

/**
 * Changes a Draft: lock, decide, and store invoice, lines, event log and outbox row, in one
 * transaction. Lines that the change leaves alone are those of the moment of the lock.
 */
export function storeDraftChange(pool: Pool): StoreDraftChange {
  return (companyId, invoiceId, decide) =>
    inTransaction(pool, async (connection) => {
      const stored = await lockInvoice(connection, companyId, invoiceId)
      if (stored === undefined) return undefined
      const changed = decide(stored.invoice)
      const { invoice, client, company } = changed
      const lines = [...(changed.lines ?? stored.lines)]
      const row = {
        ...invoiceColumns(invoice),
        client_snapshot: bytea(ClientSnapshot.encode(client).finish()),
        company_snapshot: bytea(CompanySnapshot.encode(company).finish()),
      }
      const newLines = changed.lines?.map((line, index) => lineColumns(invoice.id, index + 1, line))
      const event = eventColumns({ ...changed, lines, type: InvoiceEventType.INVOICE_EVENT_TYPE_UPDATED })
      await connection.query({
        name: 'update-draft',
        text: 'SELECT update_draft($1, $2, $3)',
        values: [JSON.stringify(row), newLines ? JSON.stringify(newLines) : null, JSON.stringify(event)],
      })
      return { invoice, lines }
    })
}
