import { coalesce, isStoreOutage, type Pool } from '@invoicing/chassis'
import { notFound } from '@invoicing/contracts'
import { InvoiceEventType } from '@invoicing/contracts/gen/events/v1/events'
import { ClientSnapshot, CompanySnapshot } from '@invoicing/contracts/gen/invoices/v1/invoice'
import type { StoreInvoice } from '../../app/dependencies.ts'
import type { InvoiceCreated } from '../../domain/invoice-created.ts'
import { bytea } from './bytea.ts'
import { eventColumns } from './event-columns.ts'
import { invoiceColumns } from './invoice-columns.ts'
import { lineColumns } from './line-columns.ts'

/** What the store says of an invoice for a client that is being removed (0040_client_fences.sql). */
const CLIENT_FENCED = 'CF001'

/** Invoices stored by one statement at the most: with 1,000 long lines each, about 60 MB. */
const MAX_BATCH = 16

/**
 * Stores new invoices: one statement is one transaction and one round trip, for one or several.
 * Concurrent creates of one company share it. Alone they would queue, each with a connection in
 * hand, for the lock on the company's list sequence, which is held until the commit is on disk.
 */
export function storeInvoice(pool: Pool): StoreInvoice {
  const share = coalesce((companyId: string, batch: readonly InvoiceCreated[]) => {
    return storeEach(pool, companyId, batch)
  }, MAX_BATCH)
  return async (created) => {
    const outcome = await share(created.invoice.companyId, created)
    if (outcome.status === 'fulfilled') return
    throw isFenced(outcome.reason) ? notFound('Client not found') : outcome.reason
  }
}

/** Stores a batch as one; where Postgres refuses it, each on its own, so that one does not fail the others. */
async function storeEach(
  pool: Pool,
  companyId: string,
  batch: readonly InvoiceCreated[],
): Promise<PromiseSettledResult<void>[]> {
  const [together] = await Promise.allSettled([store(pool, companyId, batch)])
  if (batch.length === 1 || together.status === 'fulfilled' || isStoreOutage(together.reason)) {
    return batch.map(() => together)
  }
  return Promise.allSettled(batch.map((created) => store(pool, companyId, [created])))
}

async function store(pool: Pool, companyId: string, batch: readonly InvoiceCreated[]): Promise<void> {
  const invoices = batch.map(({ invoice, client, company }, index) => ({
    ...invoiceColumns(invoice),
    seq: index + 1,
    client_snapshot: bytea(ClientSnapshot.encode(client).finish()),
    company_snapshot: bytea(CompanySnapshot.encode(company).finish()),
  }))
  const lines = batch.flatMap(({ invoice, lines }) =>
    lines.map((line, index) => lineColumns(invoice.id, index + 1, line)),
  )
  await pool.query({
    name: 'store-invoices',
    text: 'SELECT store_invoices($1, $2, $3, $4)',
    values: [companyId, JSON.stringify(invoices), JSON.stringify(lines), JSON.stringify(batch.map(event))],
  })
}

function isFenced(error: unknown): boolean {
  return Error.isError(error) && Reflect.get(error, 'code') === CLIENT_FENCED
}

function event(created: InvoiceCreated): Record<string, unknown> {
  return eventColumns({ ...created, type: InvoiceEventType.INVOICE_EVENT_TYPE_CREATED })
}
