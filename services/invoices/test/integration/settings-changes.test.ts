import { newId, todayIn } from '@invoicing/contracts'
import { type NoteBlocksPatch, UpdateSettingsRequest } from '@invoicing/contracts/gen/invoices/v1/invoices'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Platform, startPlatform } from './platform.ts'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform.stop())

const change = (companyId: string, fields: Partial<UpdateSettingsRequest>) =>
  platform.updateSettings(UpdateSettingsRequest.fromPartial({ companyId, ...fields }))
const notes = (patch: Partial<NoteBlocksPatch>) => ({
  noteBlocks: {
    howToPay: undefined,
    legalNotice: undefined,
    deliveryInfo: undefined,
    footerNote: undefined,
    notes: undefined,
    ...patch,
  },
})

describe('UpdateSettings', () => {
  it('changes what is named, keeps the rest, and answers what is read afterwards', async () => {
    const companyId = await platform.company({ currency: 'USD' })
    const { settings } = await change(companyId, {
      name: ' Größe AG ',
      address: 'Hauptstraße 1',
      logo: 'https://example.com/logo.png',
      accentColor: '#1A73e8',
      timeZone: 'asia/tokyo',
      locale: 'de-ch',
      paymentTerms: 0,
      paperSize: 'Letter',
    })
    expect(settings).toMatchObject({
      name: 'Größe AG',
      address: 'Hauptstraße 1',
      logo: 'https://example.com/logo.png',
      accentColor: '#1A73e8',
      timeZone: 'Asia/Tokyo',
      locale: 'de-CH',
      currency: 'USD',
      paymentTerms: 0,
      paperSize: 'Letter',
    })
    expect(settings?.city).toBeUndefined()
    expect((await platform.getSettings({ companyId })).settings).toEqual(settings)
    const cleared = await change(companyId, { clear: ['logo', 'accent_color'], address: '' })
    expect(cleared.settings?.name).toBe('Größe AG')
    const { logo, accentColor, address } = cleared.settings ?? {}
    expect([logo, accentColor, address]).toEqual([undefined, undefined, undefined])
  })

  it('changes each half of a note block by itself, even when both change at once', async () => {
    const companyId = await platform.company()
    for (let round = 1; round <= 10; round += 1) {
      const enabled = round % 2 === 1
      await Promise.all([
        change(companyId, notes({ howToPay: { content: `by ${round}` } })),
        change(companyId, notes({ howToPay: { enabled } })),
        change(companyId, notes({ notes: { content: ` n${round} ` } })),
      ])
      expect((await platform.getSettings({ companyId })).settings?.noteBlocks).toMatchObject({
        howToPay: { content: `by ${round}`, enabled },
        notes: { content: `n${round}`, enabled: false },
      })
    }
  })

  const refusals: [Partial<UpdateSettingsRequest>, RegExp][] = [
    [{ name: ' ' }, /^name /],
    [{ currency: 'eur' }, /^currency /],
    [{ paymentTerms: -1 }, /^payment_terms /],
    [{ timeZone: 'Mars/Olympus' }, /^time_zone /],
    [{ locale: 'de_DE' }, /^locale /],
    [{ paperSize: 'A5' }, /^paper_size /],
    [{ accentColor: 'red' }, /^accent_color /],
    [{ accentColor: '#12345' }, /^accent_color /],
    [{ logo: 'ftp://example.com/x' }, /^logo /],
    [{ logo: 'https:example.com' }, /^logo /],
    [{ logo: 'javascript:alert(1)' }, /^logo /],
    [{ logo: `https://example.com/${'x'.repeat(2_030)}` }, /^logo must be at most 2048/],
    [{ city: 'x'.repeat(2_001) }, /^city /],
    [{ clear: ['name'] }, /^name /],
    [notes({ footerNote: { content: 'x'.repeat(5_001) } }), /^footer_note_content /],
  ]
  it.each(refusals)('refuses %j and changes nothing', async (fields, message) => {
    const companyId = await platform.company()
    const before = await platform.getSettings({ companyId })
    await expect(change(companyId, { taxId: 'new', ...fields })).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringMatching(message),
    })
    expect(await platform.getSettings({ companyId })).toEqual(before)
  })

  it('answers Company not found for a company without settings', async () => {
    const companyId = newId('company')
    const missing = { code: 'not_found', message: 'Company not found' }
    await expect(platform.getSettings({ companyId })).rejects.toMatchObject(missing)
    await expect(change(companyId, { name: 'x' })).rejects.toMatchObject(missing)
  })

  it('shows on the invoices to come, and leaves those that are there', async () => {
    const { companyId, request } = await platform.account()
    const before = await platform.createInvoice(request())
    await change(companyId, {
      currency: 'JPY',
      paymentTerms: 30,
      timeZone: 'Pacific/Kiritimati',
      ...notes({ legalNotice: { content: 'No refunds', enabled: true } }),
    })
    const { invoice } = await platform.createInvoice(request())
    const at = invoice?.createdAt ?? new Date(0)
    expect(invoice).toMatchObject({ currency: 'JPY', issueDate: todayIn('Pacific/Kiritimati', at) })
    expect(Date.parse(invoice?.dueDate ?? '') - Date.parse(invoice?.issueDate ?? '')).toBe(30 * 86_400_000)
    expect(invoice?.noteBlocks?.legalNotice).toEqual({ content: 'No refunds', enabled: true })
    const invoiceId = before.invoice?.id ?? ''
    expect((await platform.getInvoice({ companyId, invoiceId })).invoice).toMatchObject({
      currency: 'EUR',
      noteBlocks: before.invoice?.noteBlocks,
    })
  })
})
