import { expect, test } from '@jest/globals'
import { Settings } from '../../src/gen/invoices/v1/invoices.ts'
import { categoryRecord, companyRecord } from '../../src/mod.ts'

const at = new Date('2026-01-31T10:00:00.000Z')
const settings = Settings.fromPartial({
  companyId: 'company_1',
  name: 'Acme',
  locale: 'en-US',
  timeZone: 'UTC',
  currency: 'EUR',
  paymentTerms: 0,
  paperSize: 'A4',
  noteBlocks: { howToPay: { content: 'By wire', enabled: true } },
  createdAt: at,
  modifiedAt: at,
})

test('a company shows its settings in the order of the contract, unset ones as null', () => {
  const record = companyRecord(settings, { companyId: 'company_1', prefix: '', padding: 4 })
  expect(Object.entries(record)).toEqual([
    ['_id', 'company_1'],
    ['name', 'Acme'],
    ...['address', 'city', 'postal_code', 'country', 'tax_id', 'logo', 'accent_color'].map((key) => [
      key,
      null,
    ]),
    ['locale', 'en-US'],
    ['time_zone', 'UTC'],
    ['currency', 'EUR'],
    ['payment_terms', 0],
    ['number_prefix', null],
    ['number_padding', 4],
    ['paper_size', 'A4'],
    ['how_to_pay_content', 'By wire'],
    ['how_to_pay_enabled', true],
    ...['legal_notice', 'delivery_info', 'footer_note', 'notes'].flatMap((name) => [
      [`${name}_content`, ''],
      [`${name}_enabled`, false],
    ]),
    ['Created Date', at.toISOString()],
    ['Modified Date', at.toISOString()],
  ])
})

test('a category shows its title and whose it is', () => {
  const category = { id: 'cat_1', companyId: 'company_1', title: 'Services', createdAt: at, modifiedAt: at }
  expect(JSON.stringify(categoryRecord(category))).toBe(
    `{"_id":"cat_1","title":"Services","company":"company_1","Created Date":"${at.toISOString()}","Modified Date":"${at.toISOString()}"}`,
  )
})
