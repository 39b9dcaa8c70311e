import { UpdateSettingsRequest } from '@invoicing/contracts/gen/invoices/v1/invoices'
import { eventually, freshDatabase } from '@invoicing/testkit'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import pg from 'pg'
import { MIGRATIONS, someItem } from './invoices-service.ts'
import { type Platform, startPlatform } from './platform.ts'

let platform: Platform
let observer: pg.Client
beforeAll(async () => {
  // Tables of a test are so small that Postgres prefers to scan them. Told not to, it does so only
  // where no index serves; and it counts every scan, those in functions and foreign keys as well.
  const { url } = await freshDatabase(MIGRATIONS)
  const databaseUrl = `${url}?options=${encodeURIComponent('-c enable_seqscan=off')}`
  platform = await startPlatform({ databaseUrl })
  observer = new pg.Client({ connectionString: databaseUrl })
  await observer.connect()
})
afterAll(() => observer.end())

it('every statement of the service has its index', async () => {
  const { companyId, clientId, request } = await platform.account()
  const { item } = await platform.createItem(someItem(companyId))
  const lines = [{ itemId: item?.id ?? '' }, { title: 'Design' }]
  for (let n = 0; n < 3; n += 1) await platform.createInvoice(request({ lines }))
  const { invoices, next = '' } = await platform.listInvoices({ companyId, limit: 2 })
  await platform.listInvoices({ companyId, limit: 2, after: next })
  await platform.getInvoice({ companyId, invoiceId: invoices[0]?.id ?? '' })
  await platform.listItems({ companyId, limit: 2 })
  const { category } = await platform.createCategory({ companyId, title: 'Services' })
  const categoryId = category?.id ?? ''
  const itemId = item?.id ?? ''
  await platform.updateItem({ companyId, itemId, categoryId, clear: [] })
  await platform.getItem({ companyId, itemId })
  await platform.updateCategory({ companyId, categoryId, title: 'Work' })
  await platform.getCategory({ companyId, categoryId })
  await platform.listCategories({ companyId, limit: 2 })
  await platform.deleteCategory({ companyId, categoryId })
  await platform.updateSettings(UpdateSettingsRequest.fromPartial({ companyId, paperSize: 'Letter' }))
  await platform.getSettings({ companyId })
  const change = { companyId, invoiceId: invoices[1]?.id ?? '', status: 'INVOICE_STATUS_PAID' } as const
  const { invoice: paid } = await platform.changeStatus(change)
  await platform.getPayment({ companyId, paymentId: paid?.paymentId ?? '' })
  const draft = { companyId, invoiceId: invoices[0]?.id ?? '' }
  await platform.updateInvoice({ ...draft, lines: { lines } })
  await platform.deleteInvoice(draft)
  for await (const _ of platform.listInvoiceIds({ companyId, clientIds: [clientId] })) break
  await platform.fenceClient({ companyId, clientId })
  await platform.deleteItem({ companyId, itemId })
  await eventually(async () => {
    const { rows } = await observer.query(
      'SELECT FROM outbox WHERE published_at IS NULL AND invoice_id = ANY ($1)',
      [invoices.map(({ id }) => id)],
    )
    return rows.length === 0
  })

  // Connections hand in their counts when they end.
  await platform.stop()
  await observer.query('SELECT pg_stat_force_next_flush()')
  const { rows } = await observer.query(
    `SELECT relname, seq_scan > 0 AS scanned, idx_scan > 0 AS looked_up FROM pg_stat_user_tables
     WHERE relname <> 'migrations'`,
  )
  const tablesThat = (did: 'scanned' | 'looked_up') =>
    rows.filter((row) => row[did]).map(({ relname }) => relname)
  expect(tablesThat('scanned')).toEqual([])
  expect(tablesThat('looked_up').toSorted()).toEqual([
    'billing_settings',
    'client_fences',
    'deleted_rows',
    'invoice_events',
    'invoice_lines',
    'invoices',
    'item_categories',
    'items',
    'list_sequences',
    'outbox',
    'payments',
  ])
})
