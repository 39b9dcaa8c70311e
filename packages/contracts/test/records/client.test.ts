import { describe, expect, test } from '@jest/globals'
import { clientRecord, clientTypeName, clientTypeOf, itemRecord } from '../../src/mod.ts'
import { plainClient, plainItem } from './samples.ts'

describe('the record of a client', () => {
  test('has _id first, then the fields of specification 2.3 in their order, null where nothing is set', () => {
    expect(JSON.stringify(clientRecord(plainClient, []))).toBe(
      '{"_id":"client_a","company_name":"Globex","type":"Company","email":null,"phone":null,"contact_phone":null,' +
        '"color":null,"address":null,"city":null,"postal_code":null,"country":null,"tax_id":null,' +
        '"company":"company_a","contact_name":null,"contact_email":null,"street":null,"logo/img":null,' +
        '"invoices":[],"flagged":false,"Created Date":"2026-01-31T12:34:56.789Z",' +
        '"Modified Date":"2026-01-31T12:34:56.789Z"}',
    )
  })

  test('shows every value where it belongs', () => {
    const { fields } = plainClient
    if (fields === undefined) throw new Error('the sample has fields')
    const client = {
      ...plainClient,
      fields: {
        ...fields,
        email: 'e',
        phone: 'p',
        contactPhone: 'cp',
        color: '#fff',
        postalCode: '75001',
        taxId: 't',
      },
      contactName: 'cn',
      contactEmail: 'ce',
      street: 's',
      logo: 'l',
      flagged: true,
    }
    expect(clientRecord(client, ['inv_b', 'inv_a'])).toMatchObject({
      email: 'e',
      phone: 'p',
      contact_phone: 'cp',
      color: '#fff',
      postal_code: '75001',
      tax_id: 't',
      contact_name: 'cn',
      contact_email: 'ce',
      street: 's',
      'logo/img': 'l',
      invoices: ['inv_b', 'inv_a'],
      flagged: true,
    })
  })

  test('names the types as the specification spells them, there and back', () => {
    for (const name of ['Individual', 'Company'] as const)
      expect(clientTypeName(clientTypeOf(name))).toBe(name)
    expect(() => clientTypeName('CLIENT_TYPE_UNSPECIFIED')).toThrow('needs a type')
  })
})

describe('the record of a catalog item', () => {
  test('has the fields of the contract in their order, with exact decimals', () => {
    expect(JSON.stringify(itemRecord(plainItem))).toBe(
      '{"_id":"item_a","title":"Hour of work","description":null,"unit":null,"default_price":99.90,"vat_rate":20,' +
        '"category":null,"company":"company_a","Created Date":"2026-01-31T12:34:56.789Z",' +
        '"Modified Date":"2026-01-31T12:34:56.789Z"}',
    )
  })
})
