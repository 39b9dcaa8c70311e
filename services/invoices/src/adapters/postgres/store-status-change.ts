import { inTransaction, type Pool } from '@invoicing/chassis'
import { InvoiceEventType } from '@invoicing/contracts/gen/events/v1/events'
import type { Payment } from '@invoicing/contracts/gen/invoices/v1/invoice'
import type { StoreStatusChange } from '../../app/dependencies.ts'
import type { StatusChange, TargetStatus } from '../../domain/status-change.ts'
import { eventColumns } from './event-columns.ts'
import { lockInvoice } from './lock-invoice.ts'

const EVENTS: Readonly<Record<TargetStatus, InvoiceEventType>> = {
  Sent: InvoiceEventType.INVOICE_EVENT_TYPE_SENT,
  Paid: InvoiceEventType.INVOICE_EVENT_TYPE_PAID,
  Canceled: InvoiceEventType.INVOICE_EVENT_TYPE_CANCELED,
}

/**
 * Changes a status: lock, decide, and store invoice, payment, event log and outbox row, in one
 * transaction. What is decided stands on the invoice as no other can change it meanwhile.
 */
export function storeStatusChange(pool: Pool): StoreStatusChange {
  return (companyId, invoiceId, decide) =>
    inTransaction(pool, async (client) => {
      const stored = await lockInvoice(client, companyId, invoiceId)
      if (stored === undefined) return undefined
      const change = decide(stored.invoice)
      const { invoice, payment, to } = change
      const event = eventColumns({ ...stored, ...change, type: EVENTS[to] })
      await client.query({
        name: 'store-status-change',
        text: TEXT,
        values: [
          invoice.id,
          ...changedColumns(change),
          JSON.stringify(payments(payment)),
          JSON.stringify([event]),
        ],
      })
      return invoice
    })
}

const TEXT = `
  WITH changed AS (
    UPDATE invoices
    SET status = $2, modified_at = $3, payment_id = $4, payment_reference_number = $5, receipt_token = $6
    WHERE id = $1
  ), payment AS (
    INSERT INTO payments (
      id, company_id, invoice_id, client_id, amount, currency, method, reference, notes,
      paid_at, created_at, modified_at
    )
    SELECT
      id, company_id, invoice_id, client_id, amount, currency, method, reference, notes,
      paid_at, created_at, modified_at
    FROM json_populate_recordset(NULL::payments, $7)
  ), log AS (
    INSERT INTO invoice_events (invoice_id, id, type, version, occurred_at)
    SELECT invoice_id, id, type, version, occurred_at
    FROM json_populate_recordset(NULL::invoice_events, $8)
  )
  INSERT INTO outbox (id, invoice_id, subject, payload, created_at)
  SELECT id, invoice_id, subject, payload, created_at
  FROM json_populate_recordset(NULL::outbox, $8)`

function changedColumns({ invoice, to, payment }: StatusChange): unknown[] {
  return [
    to,
    invoice.modifiedAt,
    payment?.id ?? null,
    payment?.reference ?? null,
    invoice.receiptToken ?? null,
  ]
}

function payments(payment: Payment | undefined): Record<string, unknown>[] {
  if (payment === undefined) return []
  return [
    {
      id: payment.id,
      company_id: payment.companyId,
      invoice_id: payment.invoiceId,
      client_id: payment.clientId,
      amount: payment.amount,
      currency: payment.currency,
      method: payment.method,
      reference: payment.reference,
      notes: payment.notes,
      paid_at: payment.paidAt,
      created_at: payment.createdAt,
      modified_at: payment.modifiedAt,
    },
  ]
}
