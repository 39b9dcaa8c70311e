import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { Type } from 'typebox'
import { parseJson } from '../../src/entrypoints/http/body/parse-json.ts'
import { compileReader } from '../../src/entrypoints/http/schema/reader.ts'
import { ClientBody } from '../../src/entrypoints/http/v1/schemas/client.ts'
import { InvoiceBody } from '../../src/entrypoints/http/v1/schemas/invoice.ts'
import { ItemBody } from '../../src/entrypoints/http/v1/schemas/item.ts'

const readers = {
  client: compileReader(ClientBody),
  invoice: compileReader(InvoiceBody),
  item: compileReader(ItemBody),
}

/** A body as it is sent, so that numbers go the way they go in production. */
const read = (kind: keyof typeof readers, json: string) => readers[kind](parseJson(Buffer.from(json)), '')
const client = (fields: object) =>
  read('client', JSON.stringify({ company_name: 'Acme', type: 'Company', ...fields }))
const invoice = (fields: object) =>
  read('invoice', JSON.stringify({ client_id: 'c', items: [{ title: 't' }], ...fields }))
const line = (json: string) =>
  read('invoice', `{"client_id":"c","items":[{"title":"a"},{"title":"b"},${json}]}`)
const price = (number: string) => read('item', `{"title":"t","default_price":${number}}`)

describe('reading a body', () => {
  test('keeps what can be set and leaves out everything else', () => {
    expect(
      client({ _id: 'client_x', flagged: 'yes', invoices: 7, 'Created Date': null, nonsense: [[]] }),
    ).toEqual({
      company_name: 'Acme',
      type: 'Company',
    })
  })

  test('trims texts, and takes a blank optional one for null', () => {
    expect(client({ company_name: ' \u3000Acme\n', email: ' ', city: '\tParis ' })).toEqual({
      company_name: 'Acme',
      type: 'Company',
      email: null,
      city: 'Paris',
    })
  })

  test('takes null for absent where a field is optional', () => {
    expect(client({ email: null })).toEqual({ company_name: 'Acme', type: 'Company', email: null })
    expect(invoice({ issue_date: null, due_date: null })).toEqual({
      client_id: 'c',
      items: [{ title: 't' }],
      issue_date: null,
      due_date: null,
    })
  })

  test('does not take what every object inherits for a field', () => {
    const schema = Type.Object({ constructor: Type.String({ minLength: 1 }) })
    expect(() => compileReader(schema)({}, '')).toThrow('constructor is required')
  })

  test.each<[object, string]>([
    [{ company_name: undefined }, 'company_name is required'],
    [{ company_name: null }, 'company_name is required'],
    [{ company_name: '  ' }, 'company_name must not be blank'],
    [{ company_name: 7 }, 'company_name must be a string'],
    [{ company_name: ['Acme'] }, 'company_name must be a string'],
    [{ company_name: 'x'.repeat(201) }, 'company_name must be at most 200 characters'],
    [{ company_name: 'a\0b' }, 'company_name must not hold the NUL character'],
    [{ type: undefined }, 'type is required'],
    [{ type: 'company' }, 'type must be Individual or Company'],
    [{ type: '' }, 'type must be Individual or Company'],
    [{ type: 1 }, 'type must be Individual or Company'],
    [{ email: false }, 'email must be a string'],
    [{ tax_id: 'x'.repeat(2_001) }, 'tax_id must be at most 2000 characters'],
  ])('refuses a client with %j', (fields, message) => {
    expect(() => client(fields)).toThrow(message)
  })

  test('refuses an unpaired surrogate, which only an escape can send', () => {
    expect(() => read('client', '{"company_name":"\\ud800","type":"Company"}')).toThrow(
      'company_name must not hold an unpaired surrogate',
    )
  })

  test('counts characters, not code units', () => {
    expect(client({ company_name: '🧾'.repeat(200) })).toMatchObject({ company_name: '🧾'.repeat(200) })
    expect(() => client({ company_name: '🧾'.repeat(201) })).toThrow('at most 200 characters')
  })

  test.each<[object, string]>([
    [{ client_id: undefined }, 'client_id is required'],
    [{ items: undefined }, 'items is required, with at least one entry, each with item_id or title'],
    [{ items: null }, 'items is required, with at least one entry, each with item_id or title'],
    [{ items: [] }, 'items is required, with at least one entry, each with item_id or title'],
    [{ items: {} }, 'items must be a list'],
    [{ items: ['li_1'] }, 'items[0] must be an object'],
    [{ items: [null] }, 'items[0] must be an object'],
    [{ items: [[]] }, 'items[0] must be an object'],
    [{ items: [{ title: 't' }, {}] }, 'items[1] must have item_id or title'],
    [{ items: [{ title: ' ', item_id: null }] }, 'items[0] must have item_id or title'],
    [{ items: [{ title: 'x'.repeat(501) }] }, 'items[0].title must be at most 500 characters'],
    [{ items: Array(1_001).fill({ title: 't' }) }, 'items must have at most 1000 entries'],
    [{ issue_date: '' }, 'issue_date must be a date such as 2026-01-31'],
    [{ issue_date: 1_700_000_000 }, 'issue_date must be a date such as 2026-01-31'],
    [{ due_date: '2026-02-30' }, 'due_date must be a date such as 2026-01-31'],
    [{ due_date: 'soon' }, 'due_date must be a date such as 2026-01-31'],
  ])('refuses an invoice with %j', (fields, message) => {
    expect(() => invoice(fields)).toThrow(message)
  })

  test('takes 1,000 lines', () => {
    expect(invoice({ items: Array(1_000).fill({ title: 't' }) })).toHaveProperty('items.999')
  })

  test('takes dates by the day that is written in them', () => {
    expect(invoice({ issue_date: '2026-01-31T23:00:00-05:00', due_date: 'Feb 1, 2026' })).toMatchObject({
      issue_date: '2026-01-31',
      due_date: '2026-02-01',
    })
  })

  test.each([
    ['{"title":"t","quantity":0}', 'items[2].quantity must be a number greater than 0'],
    ['{"title":"t","quantity":-1}', 'items[2].quantity must be a number greater than 0'],
    ['{"title":"t","quantity":"1"}', 'items[2].quantity must be a number greater than 0'],
    ['{"title":"t","quantity":true}', 'items[2].quantity must be a number greater than 0'],
    ['{"title":"t","quantity":1e-400}', 'items[2].quantity must have at most 6 decimals'],
    [
      '{"title":"t","quantity":1000000000000.000001}',
      'items[2].quantity must be at most 1000000000000 in size',
    ],
    ['{"title":"t","unit_price":{}}', 'items[2].unit_price must be a number'],
    [
      '{"title":"t","unit_price":-1000000000000.1}',
      'items[2].unit_price must be at most 1000000000000 in size',
    ],
    ['{"title":"t","unit_price":1e13}', 'items[2].unit_price must be at most 1000000000000 in size'],
    ['{"title":"t","unit_price":0.1234567}', 'items[2].unit_price must have at most 6 decimals'],
    ['{"title":"t","unit_price":123456789012.1234567}', 'items[2].unit_price must have at most 6 decimals'],
    ['{"title":"t","vat_rate":100.000001}', 'items[2].vat_rate must be a number from 0 to 100'],
    ['{"title":"t","vat_rate":-0.5}', 'items[2].vat_rate must be a number from 0 to 100'],
    ['{"title":"t","unit":3}', 'items[2].unit must be a string'],
    ['{"item_id":5}', 'items[2].item_id must be a string'],
  ])('refuses the line %s', (json, message) => {
    expect(() => line(json)).toThrow(message)
  })

  test.each([
    ['123456789012.123456', '123456789012.123456'],
    ['-999999999999.999999', '-999999999999.999999'],
    ['1e12', '1000000000000'],
    ['1.5e1', '15'],
    ['-0', '0'],
    ['0.000001', '0.000001'],
    ['1e-6', '0.000001'],
    ['12.5000000000', '12.5'],
    ['0.1', '0.1'],
  ])('reads the number %s as %s', (number, text) => {
    expect(price(number)).toMatchObject({ default_price: text })
  })

  test('loses no digit of any number it takes', () => {
    const whole = fc.bigInt({ min: 0n, max: 999_999_999_999n })
    const millionths = fc.stringMatching(/^\d{0,5}[1-9]$/)
    fc.assert(
      fc.property(whole, fc.option(millionths), fc.boolean(), (units, fraction, negative) => {
        const text = `${negative && (units > 0n || fraction) ? '-' : ''}${units}${fraction === null ? '' : `.${fraction}`}`
        expect(price(text)).toMatchObject({ default_price: text })
      }),
    )
  })
})

describe('compiling a reader', () => {
  test('refuses a keyword that it would not enforce', () => {
    expect(() => compileReader(Type.Object({ a: Type.String({ pattern: '^a$' }) }))).toThrow('pattern')
    expect(() => compileReader(Type.Object({ a: Type.Union([Type.String(), Type.Number()]) }))).toThrow(
      TypeError,
    )
  })
})
