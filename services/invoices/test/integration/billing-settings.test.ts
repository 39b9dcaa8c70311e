import { newId } from '@invoicing/contracts'
import type { CreateSettingsRequest } from '@invoicing/contracts/gen/invoices/v1/invoices'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type InvoicesUnderTest, someSettings, startInvoices } from './invoices-service.ts'

let service: InvoicesUnderTest
beforeAll(async () => {
  service = await startInvoices()
})
afterAll(() => service.stop())

async function stored(companyId: string) {
  const { rows } = await service.db.query('SELECT * FROM billing_settings WHERE company_id = $1', [companyId])
  return rows
}

describe('CreateSettings', () => {
  it('stores what it is told, and the defaults for the rest', async () => {
    const companyId = newId('company')
    await service.createSettings({
      companyId,
      name: ' Société Générale d’Imprimerie ',
      currency: 'JPY',
      paymentTerms: 0,
      timeZone: 'europe/paris',
      locale: 'fr-fr',
    })
    expect(await stored(companyId)).toMatchObject([
      {
        name: 'Société Générale d’Imprimerie',
        currency: 'JPY',
        payment_terms: 0,
        time_zone: 'Europe/Paris',
        locale: 'fr-FR',
        paper_size: 'A4',
        note_blocks: {},
        address: null,
      },
    ])
  })

  it('changes nothing when it is repeated, even by several at once', async () => {
    const companyId = newId('company')
    await Promise.all(
      ['First', 'Second', 'Third'].map((name) =>
        service.createSettings({ ...someSettings(companyId), name }),
      ),
    )
    const [before] = await stored(companyId)
    await service.createSettings({ ...someSettings(companyId), name: 'Later', paymentTerms: 30 })
    expect(await stored(companyId)).toEqual([before])
  })

  const refusals: [Partial<CreateSettingsRequest>, RegExp][] = [
    [{ currency: 'eur' }, /^currency /],
    [{ currency: 'XXX' }, /^currency /],
    [{ paymentTerms: -1 }, /^payment_terms /],
    [{ paymentTerms: 3_651 }, /^payment_terms /],
    [{ timeZone: 'Mars/Olympus' }, /^time_zone /],
    [{ timeZone: '+01:00' }, /^time_zone /],
    [{ timeZone: '' }, /^time_zone /],
    [{ locale: 'de_DE' }, /^locale /],
    [{ locale: 'xx-XX' }, /^locale /],
    [{ locale: '' }, /^locale /],
    [{ name: '   ' }, /^name /],
    [{ name: 'x'.repeat(201) }, /^name /],
  ]
  it.each(refusals)('refuses %j, naming the setting', async (fields, message) => {
    const companyId = newId('company')
    await expect(service.createSettings({ ...someSettings(companyId), ...fields })).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringMatching(message),
    })
    expect(await stored(companyId)).toEqual([])
  })
})
