import type { Pool } from '@invoicing/chassis'

/** Ids in one batch: 10,000 make a message of 320 kB. */
const BATCH = 10_000

/** Above every place: where a client's ids are read from the newest. */
const HEAD = Number.MAX_SAFE_INTEGER

interface Row {
  client: number
  ids: string
  lowest: number
  amount: number
}

/** Some ids of one client. */
export interface ClientInvoiceIds {
  readonly clientId: string
  readonly invoiceIds: string[]
}

/**
 * The ids of all invoices of each client, client by client and newest first. Read batch by batch
 * as the consumer takes them, so neither side holds more than two batches of them, however many there are.
 */
export async function* listInvoiceIds(
  pool: Pool,
  companyId: string,
  clientIds: readonly string[],
): AsyncGenerator<ClientInvoiceIds> {
  let next: Promise<Row[]> | undefined = readBatch(pool, companyId, clientIds, 1, HEAD)
  while (next !== undefined) {
    const rows: Row[] = await next
    const last = rows.at(-1)
    const full = rows.reduce((sum, row) => sum + row.amount, 0) === BATCH
    // The next batch is read while this one is on its way out.
    next =
      full && last !== undefined ? readBatch(pool, companyId, clientIds, last.client, last.lowest) : undefined
    next?.catch(() => {})
    for (const { client, ids } of rows) {
      yield { clientId: clientIds[client - 1] ?? '', invoiceIds: ids.split(',') }
    }
  }
}

async function readBatch(
  pool: Pool,
  companyId: string,
  clientIds: readonly string[],
  client: number,
  below: number,
): Promise<Row[]> {
  const { rows } = await pool.query<Row>({
    name: 'client-invoice-ids',
    text: 'SELECT client, ids, lowest, amount FROM client_invoice_ids($1, $2, $3, $4, $5)',
    values: [companyId, clientIds, client, below, BATCH],
  })
  return rows
}
