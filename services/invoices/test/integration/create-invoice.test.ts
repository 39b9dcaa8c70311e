import { isId, newId, todayIn } from '@invoicing/contracts'
import { Invoice } from '@invoicing/contracts/gen/invoices/v1/invoice'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { someItem } from './invoices-service.ts'
import { type Platform, startPlatform } from './platform.ts'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform.stop())

/** The invoices that a company has, whatever the API says. */
async function stored(companyId: string): Promise<number> {
  const { rows } = await platform.db.query('SELECT count(*)::int AS n FROM invoices WHERE company_id = $1', [
    companyId,
  ])
  return rows[0].n
}

describe('CreateInvoice', () => {
  it('resolves catalog and one-off lines, and adds up what they come to', async () => {
    const { companyId, clientId, request } = await platform.account()
    const { item } = await platform.createItem(
      someItem(companyId, { title: 'Hour', unit: 'h', defaultPrice: '120.50', vatRate: '20' }),
    )
    const { invoice, lines } = await platform.createInvoice(
      request({
        lines: [
          { itemId: item?.id ?? '', quantity: '3', title: 'not this title' },
          { itemId: item?.id ?? '', unitPrice: '100', vatRate: '10', unit: 'day' },
          { title: 'Discount', unitPrice: '-61.50', vatRate: '20' },
          { title: 'Gift' },
        ],
      }),
    )
    expect(lines).toMatchObject([
      {
        itemId: item?.id,
        title: 'Hour',
        quantity: '3',
        unit: 'h',
        unitPrice: '120.5',
        vatRate: '20',
        subtotal: '361.5',
        vatAmount: '72.3',
        lineTotal: '433.8',
      },
      {
        itemId: item?.id,
        title: 'Hour',
        quantity: '1',
        unit: 'day',
        unitPrice: '100',
        vatRate: '10',
        subtotal: '100',
        vatAmount: '10',
        lineTotal: '110',
      },
      {
        itemId: undefined,
        title: 'Discount',
        quantity: '1',
        unit: undefined,
        subtotal: '-61.5',
        vatAmount: '-12.3',
        lineTotal: '-73.8',
      },
      { itemId: undefined, title: 'Gift', quantity: '1', unitPrice: '0', vatRate: '0', lineTotal: '0' },
    ])
    expect(invoice).toMatchObject({
      companyId,
      clientId,
      invoiceNumber: 'INV-0001',
      status: 'INVOICE_STATUS_DRAFT',
      currency: 'EUR',
      subtotal: '400',
      vatAmount: '70',
      vatPercentage: '17.5',
      total: '470',
      version: 1,
      lineItemIds: lines.map(({ id }) => id),
    })
    expect(isId('invoice', invoice?.id ?? '')).toBe(true)
  })

  it('is shown by GET in every byte as create answered it', async () => {
    const { companyId, request } = await platform.account({ currency: 'KWD', locale: 'ar-KW' })
    const { invoice } = await platform.createInvoice(
      request({ lines: [{ title: 'Oil', quantity: '0.500', unitPrice: '10.0010', vatRate: '5.50' }] }),
    )
    const { invoice: shown } = await platform.getInvoice({ companyId, invoiceId: invoice?.id ?? '' })
    expect(shown).toEqual(invoice)
    if (invoice === undefined || shown === undefined) throw new Error('both answer an invoice')
    expect(Invoice.encode(shown).finish()).toEqual(Invoice.encode(invoice).finish())
    expect(shown).toMatchObject({
      subtotal: '5.001',
      vatAmount: '0.275',
      vatPercentage: '5.5',
      total: '5.276',
    })
  })

  it('takes price and settings as they are at that moment, and never follows a later change', async () => {
    const { companyId, request } = await platform.account()
    const { item } = await platform.createItem(someItem(companyId, { defaultPrice: '10' }))
    const create = () => platform.createInvoice(request({ lines: [{ itemId: item?.id ?? '' }] }))
    const { invoice: before } = await create()
    await platform.db.query('UPDATE items SET default_price = 20 WHERE id = $1', [item?.id])
    await platform.db.query('UPDATE billing_settings SET payment_terms = 0 WHERE company_id = $1', [
      companyId,
    ])
    const { invoice: after } = await create()
    expect(before?.total).toBe('10')
    expect(after).toMatchObject({ total: '20', dueDate: after?.issueDate })
    const { invoice: shown } = await platform.getInvoice({ companyId, invoiceId: before?.id ?? '' })
    expect(shown).toEqual(before)
  })

  it('copies the note blocks of the settings', async () => {
    const { companyId, request } = await platform.account()
    await platform.db.query('UPDATE billing_settings SET note_blocks = $2 WHERE company_id = $1', [
      companyId,
      { howToPay: { content: 'By transfer', enabled: true }, notes: { content: 'Thanks', enabled: false } },
    ])
    const { invoice } = await platform.createInvoice(request())
    expect(invoice?.noteBlocks).toMatchObject({
      howToPay: { content: 'By transfer', enabled: true },
      notes: { content: 'Thanks', enabled: false },
    })
    const { invoice: shown } = await platform.getInvoice({ companyId, invoiceId: invoice?.id ?? '' })
    expect(shown).toEqual(invoice)
  })

  it('dates an invoice today in the time zone of the company, due after its payment terms', async () => {
    const timeZone = 'Pacific/Kiritimati'
    const { request } = await platform.account({ timeZone, paymentTerms: 30 })
    const before = todayIn(timeZone, new Date())
    const { invoice } = await platform.createInvoice(request())
    expect([before, todayIn(timeZone, new Date())]).toContain(invoice?.issueDate)
    const days = (Date.parse(invoice?.dueDate ?? '') - Date.parse(invoice?.issueDate ?? '')) / 86_400_000
    expect(days).toBe(30)
  })

  it('keeps the dates that are sent, a due date before the issue date among them', async () => {
    const { request } = await platform.account()
    const { invoice } = await platform.createInvoice(
      request({ issueDate: '2026-01-31', dueDate: '0001-01-01' }),
    )
    expect(invoice).toMatchObject({ issueDate: '2026-01-31', dueDate: '0001-01-01' })
  })

  it('takes the raw internal id of a client', async () => {
    const { clientId, request } = await platform.account()
    const { invoice } = await platform.createInvoice(request({ clientId: clientId.replace('client_', '') }))
    expect(invoice?.clientId).toBe(clientId)
  })

  it('answers Client not found for an unknown client, a foreign one, and what is no id at all', async () => {
    const { request } = await platform.account()
    const other = await platform.account()
    for (const clientId of [newId('client'), other.clientId, 'client_x', 'nonsense']) {
      await expect(platform.createInvoice(request({ clientId }))).rejects.toMatchObject({
        code: 'not_found',
        message: 'Client not found',
      })
    }
  })

  it('answers Client not found for an unknown item and for a foreign one', async () => {
    const { request } = await platform.account()
    const other = await platform.account()
    const { item } = await platform.createItem(someItem(other.companyId))
    for (const itemId of [newId('item'), item?.id ?? '', 'nonsense']) {
      await expect(platform.createInvoice(request({ lines: [{ itemId }] }))).rejects.toMatchObject({
        code: 'not_found',
        message: 'Client not found',
      })
    }
  })

  it('refuses a flagged title, stores nothing and uses no number', async () => {
    const { companyId, request } = await platform.account()
    await expect(
      platform.createInvoice(request({ lines: [{ title: 'Design' }, { title: 'fuck you' }] })),
    ).rejects.toMatchObject({
      code: 'content_flagged',
      message: 'items[1].title: the content could not be accepted',
    })
    expect(await stored(companyId)).toBe(0)
    const { invoice } = await platform.createInvoice(request())
    expect(invoice?.invoiceNumber).toBe('INV-0001')
  })

  it('refuses lines that add up to less than nothing, and takes a total of exactly nothing', async () => {
    const { request } = await platform.account()
    const lines = (discount: string) => [
      { title: 'Design', unitPrice: '100', vatRate: '20' },
      { title: 'Discount', unitPrice: discount, vatRate: '20' },
    ]
    await expect(platform.createInvoice(request({ lines: lines('-100.01') }))).rejects.toMatchObject({
      code: 'invalid_argument',
      message: 'the total of an invoice must not be negative',
    })
    const { invoice } = await platform.createInvoice(request({ lines: lines('-100') }))
    expect(invoice).toMatchObject({ total: '0', vatPercentage: '20', invoiceNumber: 'INV-0001' })
  })

  it('takes 1,000 lines and not one more', async () => {
    const { companyId, request } = await platform.account()
    const lines = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ title: `Position ${n}`, unitPrice: '0.01', vatRate: '19' }))
    await expect(platform.createInvoice(request({ lines: lines(1_001) }))).rejects.toMatchObject({
      code: 'invalid_argument',
      message: 'items must hold at most 1000 lines',
    })
    const { invoice, lines: answered } = await platform.createInvoice(request({ lines: lines(1_000) }))
    expect(invoice).toMatchObject({ subtotal: '10', vatAmount: '1.9', total: '11.9' })
    const { invoice: shown } = await platform.getInvoice({ companyId, invoiceId: invoice?.id ?? '' })
    expect(shown?.lineItemIds).toEqual(answered.map(({ id }) => id))
  })

  it('answers Company not found for a company without settings', async () => {
    const companyId = newId('company')
    const clientId = await platform.client(companyId)
    const { request } = await platform.account()
    await expect(platform.createInvoice(request({ companyId, clientId }))).rejects.toMatchObject({
      code: 'not_found',
      message: 'Company not found',
    })
  })
})

describe('GetInvoice', () => {
  it('shows nobody an invoice of another company', async () => {
    const { companyId, request } = await platform.account()
    const other = await platform.account()
    const { invoice } = await platform.createInvoice(request())
    for (const wrong of [
      { companyId: other.companyId, invoiceId: invoice?.id ?? '' },
      { companyId, invoiceId: newId('invoice') },
    ]) {
      await expect(platform.getInvoice(wrong)).rejects.toMatchObject({
        code: 'not_found',
        message: 'Invoice not found',
      })
    }
  })
})
