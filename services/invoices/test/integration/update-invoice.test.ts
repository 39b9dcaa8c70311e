import { newId } from '@invoicing/contracts'
import { InvoiceEvent } from '@invoicing/contracts/gen/events/v1/events'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type InvoiceChange, type InvoicesUnderTest, someItem, startInvoices } from './invoices-service.ts'
import { type Platform, startPlatform } from './platform.ts'

let platform: Platform
let replica: InvoicesUnderTest
beforeAll(async () => {
  platform = await startPlatform()
  replica = await startInvoices({
    databaseUrl: platform.databaseUrl,
    clients: platform.clients.address,
    numbering: platform.numbering.address,
  })
}, 60_000)
afterAll(async () => {
  await replica.stop()
  await platform.stop()
})

type Change = Omit<InvoiceChange, 'companyId' | 'invoiceId'>

/** A Draft of one line of 100, and how it is changed. */
async function draft(settings?: Parameters<Platform['account']>[0]) {
  const { companyId, clientId, request } = await platform.account(settings)
  const { invoice } = await platform.createInvoice(
    request({ issueDate: '2026-01-10', dueDate: '2026-01-20' }),
  )
  if (invoice === undefined) throw new Error('a create answers an invoice')
  const ids = { companyId, invoiceId: invoice.id }
  return {
    ...ids,
    clientId,
    invoice,
    change: (change: Change, service: InvoicesUnderTest = platform) =>
      service.updateInvoice({ ...ids, ...change }),
    read: async () => (await platform.getInvoice(ids)).invoice,
    setStatus: (status: string) =>
      platform.db.query('UPDATE invoices SET status = $2 WHERE id = $1', [invoice.id, status]),
    events: async () => {
      const { rows } = await platform.db.query<{ type: string; payload: Uint8Array; version: number }>(
        `SELECT e.type, e.version, o.payload FROM invoice_events e JOIN outbox o ON o.id = e.id
         WHERE e.invoice_id = $1 ORDER BY o.position`,
        [invoice.id],
      )
      return rows.map(({ type, version, payload }) => ({
        type,
        version,
        event: InvoiceEvent.decode(payload),
      }))
    },
    storedLines: async () => {
      const { rows } = await platform.db.query(
        'SELECT id, position FROM invoice_lines WHERE invoice_id = $1 ORDER BY position',
        [invoice.id],
      )
      return rows
    },
  }
}

const lines = (...titles: string[]) => ({ lines: titles.map((title) => ({ title, unitPrice: '10' })) })

describe('UpdateInvoice with lines', () => {
  it('replaces the whole set, recalculates all amounts and raises the version', async () => {
    const { invoice, change, read, storedLines } = await draft()
    const answer = await change({
      lines: {
        lines: [
          { title: 'Build', quantity: '2', unitPrice: '50', vatRate: '20' },
          { title: 'Discount', unitPrice: '-10', vatRate: '20' },
        ],
      },
    })
    expect(answer.lines.map(({ title, lineTotal }) => [title, lineTotal])).toEqual([
      ['Build', '120'],
      ['Discount', '-12'],
    ])
    expect(answer.invoice).toMatchObject({
      id: invoice.id,
      invoiceNumber: invoice.invoiceNumber,
      createdAt: invoice.createdAt,
      issueDate: '2026-01-10',
      dueDate: '2026-01-20',
      subtotal: '90',
      vatAmount: '18',
      vatPercentage: '20',
      total: '108',
      version: 2,
      lineItemIds: answer.lines.map(({ id }) => id),
    })
    expect(answer.invoice?.modifiedAt?.getTime()).toBeGreaterThanOrEqual(invoice.modifiedAt?.getTime() ?? 0)
    expect(await read()).toEqual(answer.invoice)
    expect(await storedLines()).toEqual(answer.lines.map(({ id }, index) => ({ id, position: index + 1 })))
  })

  it('resolves them from the catalog as it is then, in the currency of the invoice', async () => {
    const { companyId, change } = await draft({ currency: 'JPY' })
    const { item } = await platform.createItem(someItem(companyId, { title: 'Hour', defaultPrice: '10' }))
    const byItem = { lines: { lines: [{ itemId: item?.id ?? '', quantity: '1.5' }] } }
    expect((await change(byItem)).invoice).toMatchObject({ total: '15', currency: 'JPY' })
    await platform.db.query("UPDATE items SET title = 'Day', default_price = 10.3 WHERE id = $1", [item?.id])
    await platform.db.query("UPDATE billing_settings SET currency = 'EUR' WHERE company_id = $1", [companyId])
    const { invoice, lines: changed } = await change(byItem)
    expect(invoice).toMatchObject({ total: '15', currency: 'JPY' })
    expect(changed).toMatchObject([{ title: 'Day', unitPrice: '10.3' }])
  })

  it('leaves everything as it was when a line cannot be resolved, is flagged, or the total is negative', async () => {
    const { change, read, invoice } = await draft()
    const other = await platform.account()
    const { item: foreign } = await platform.createItem(someItem(other.companyId))
    for (const itemId of [newId('item'), foreign?.id ?? '']) {
      await expect(change({ lines: { lines: [{ title: 'Design' }, { itemId }] } })).rejects.toMatchObject({
        code: 'not_found',
        message: 'Client not found',
      })
    }
    await expect(change({ lines: lines('Design', 'fuck you') })).rejects.toMatchObject({
      code: 'content_flagged',
      message: 'items[1].title: the content could not be accepted',
    })
    for (const wrong of [{ lines: [] }, { lines: [{ title: 'Credit', unitPrice: '-1' }] }]) {
      await expect(change({ lines: wrong })).rejects.toMatchObject({ code: 'invalid_argument' })
    }
    expect(await read()).toEqual(invoice)
  })
})

describe('UpdateInvoice without lines', () => {
  it('changes a date or a part of a note block alone, and keeps lines and amounts', async () => {
    const { invoice, change, read } = await draft()
    const dated = await change({ issueDate: '2026-03-01' })
    expect(dated.invoice).toMatchObject({ issueDate: '2026-03-01', dueDate: '2026-01-20', total: '100' })
    expect(dated.lines).toMatchObject([{ title: 'Design', lineTotal: '100' }])
    expect(dated.invoice?.lineItemIds).toEqual(invoice.lineItemIds)
    await change({ noteBlocks: { notes: { content: '  Thank you ' }, footerNote: { enabled: true } } })
    await change({ noteBlocks: { notes: { enabled: true } } })
    const noted = await read()
    expect(noted).toMatchObject({
      issueDate: '2026-03-01',
      version: 4,
      noteBlocks: {
        notes: { content: 'Thank you', enabled: true },
        footerNote: { content: '', enabled: true },
      },
    })
    await change({ noteBlocks: { notes: { content: '' } } })
    expect((await read())?.noteBlocks?.notes).toEqual({ content: '', enabled: true })
  })

  it('refuses an update of nothing, what is no date, and a note block of more than 5,000 characters', async () => {
    const { change } = await draft()
    const tooLong = { noteBlocks: { notes: { content: 'x'.repeat(5_001) } } }
    for (const wrong of [{}, { issueDate: '2026-02-30' }, { dueDate: '' }, tooLong]) {
      await expect(change(wrong)).rejects.toMatchObject({ code: 'invalid_argument' })
    }
    await change({ noteBlocks: { notes: { content: 'x'.repeat(5_000) } } })
  })
})

describe('UpdateInvoice', () => {
  it('takes the snapshots of client and company anew, and forgets the PDF of the former version', async () => {
    const { invoice, companyId, change, events } = await draft()
    await platform.db.query("UPDATE invoices SET pdf_token = 'token', pdf_size_bytes = 7 WHERE id = $1", [
      invoice.id,
    ])
    await platform.db.query("UPDATE billing_settings SET name = 'Acme SE' WHERE company_id = $1", [companyId])
    const { invoice: changed } = await change({ dueDate: '2026-02-01' })
    expect(changed?.pdf).toBeUndefined()
    const [, updated] = await events()
    expect(updated?.event.company?.name).toBe('Acme SE')
    const { rows } = await platform.db.query(
      'SELECT pdf_token, company_snapshot FROM invoices WHERE id = $1',
      [invoice.id],
    )
    expect(rows[0].pdf_token).toBeNull()
    expect(rows[0].company_snapshot.toString()).toContain('Acme SE')
  })

  it('tells of itself by one internal event, with the invoice and its lines as the answer shows them', async () => {
    const { change, events } = await draft()
    const byLines = await change({ lines: lines('A', 'B') })
    const byDate = await change({ dueDate: '2026-02-01' })
    const stored = await events()
    expect(stored.map(({ type, version }) => [type, version])).toEqual([
      ['created', 1],
      ['updated', 2],
      ['updated', 3],
    ])
    for (const [index, answer] of [byLines, byDate].entries()) {
      const event = stored[index + 1]?.event
      expect(event).toMatchObject({
        type: 'INVOICE_EVENT_TYPE_UPDATED',
        occurredAt: answer.invoice?.modifiedAt,
      })
      expect([event?.invoice, event?.lines]).toEqual([answer.invoice, answer.lines])
    }
  })

  it.each(['Sent', 'Canceled'])('refuses a %s invoice and names its status', async (status) => {
    const { change, setStatus } = await draft()
    await setStatus(status)
    await expect(change({ lines: lines('A') })).rejects.toMatchObject({
      code: 'conflict',
      message: `the invoice is already ${status}: only drafts can be edited`,
    })
  })

  it('answers Invoice not found for an unknown invoice and for one of another company', async () => {
    const { companyId, invoice } = await draft()
    const other = await platform.account()
    for (const wrong of [
      { companyId, invoiceId: newId('invoice') },
      { companyId: other.companyId, invoiceId: invoice.id },
    ]) {
      await expect(platform.updateInvoice({ ...wrong, lines: lines('A') })).rejects.toMatchObject({
        code: 'not_found',
        message: 'Invoice not found',
      })
    }
  })
})

describe('updates at the same time', () => {
  it('all succeed on two replicas, and the last one stands whole', async () => {
    const { change, read, storedLines, events } = await draft()
    const sets = Array.from({ length: 12 }, (_, n) => Array.from({ length: n + 1 }, (_, k) => `${n}/${k}`))
    const answers = await Promise.all(
      sets.map((titles, n) => change({ lines: lines(...titles) }, n % 2 === 0 ? platform : replica)),
    )
    const versions = answers.map(({ invoice }) => invoice?.version ?? 0)
    expect(versions.toSorted((a, b) => a - b)).toEqual(sets.map((_, n) => n + 2))
    const last = answers.find(({ invoice }) => invoice?.version === 13)
    expect(await read()).toEqual(last?.invoice)
    expect(await storedLines()).toEqual(last?.lines.map(({ id }, index) => ({ id, position: index + 1 })))
    expect(last?.invoice?.total).toBe(String((last?.lines.length ?? 0) * 10))
    expect((await events()).map(({ version }) => version)).toEqual(
      Array.from({ length: 13 }, (_, n) => n + 1),
    )
  })

  it('of different parts are both kept', async () => {
    const { change, read } = await draft()
    await Promise.all([
      change({ lines: lines('A', 'B') }),
      change({ issueDate: '2026-05-01' }, replica),
      change({ noteBlocks: { notes: { content: 'Thanks' } } }),
    ])
    expect(await read()).toMatchObject({
      total: '20',
      issueDate: '2026-05-01',
      noteBlocks: { notes: { content: 'Thanks' } },
      version: 4,
    })
  })

  it('and a change of status take turns: what is no Draft any more is not edited', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { companyId, invoiceId, change, read } = await draft()
      const [update, sent] = await Promise.allSettled([
        change({ lines: lines('A') }),
        replica.changeStatus({ companyId, invoiceId, status: 'INVOICE_STATUS_SENT' }),
      ])
      expect(sent.status).toBe('fulfilled')
      const now = await read()
      expect(now?.status).toBe('INVOICE_STATUS_SENT')
      expect([now?.total, now?.version]).toEqual(update.status === 'fulfilled' ? ['10', 2] : ['100', 1])
      if (update.status === 'rejected') expect(update.reason).toMatchObject({ code: 'conflict' })
    }
  })
})
