import { newId } from '@invoicing/contracts'
import { type ClientFields, ClientType } from '@invoicing/contracts/gen/clients/v1/clients'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { fieldsOfNew } from '../../src/domain/client.ts'
import { PALETTE } from '../../src/domain/color.ts'

const company: ClientFields = { companyName: 'Acme', type: ClientType.CLIENT_TYPE_COMPANY }
const individual: ClientFields = { companyName: 'Ada Lovelace', type: ClientType.CLIENT_TYPE_INDIVIDUAL }
const anyText = fc.option(fc.string(), { nil: undefined })

describe('a new client', () => {
  it('of type Individual loses its contact_phone', () => {
    expect(
      fieldsOfNew({ ...individual, contactPhone: '+1 555' }, newId('client')).contactPhone,
    ).toBeUndefined()
  })

  it('of type Company keeps its contact_phone', () => {
    expect(fieldsOfNew({ ...company, contactPhone: '+1 555' }, newId('client')).contactPhone).toBe('+1 555')
  })

  it('of type Company without a colour is given one of the palette', () => {
    expect(PALETTE).toContain(fieldsOfNew(company, newId('client')).color)
  })

  it('of type Individual is given no colour', () => {
    expect(fieldsOfNew(individual, newId('client')).color).toBeUndefined()
  })

  it('of either type keeps the colour that was sent', () => {
    for (const fields of [company, individual]) {
      expect(fieldsOfNew({ ...fields, color: 'rebeccapurple' }, newId('client')).color).toBe('rebeccapurple')
    }
  })

  it('keeps every other field as it was sent', () => {
    fc.assert(
      fc.property(
        fc.record({
          companyName: fc.string(),
          type: fc.constantFrom(ClientType.CLIENT_TYPE_COMPANY, ClientType.CLIENT_TYPE_INDIVIDUAL),
          email: anyText,
          phone: anyText,
          address: anyText,
          city: anyText,
          postalCode: anyText,
          country: anyText,
          taxId: anyText,
        }),
        (fields) => expect(fieldsOfNew(fields, newId('client'))).toMatchObject(fields),
      ),
    )
  })
})
