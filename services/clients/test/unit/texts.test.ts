import { ClientType } from '@invoicing/contracts/gen/clients/v1/clients'
import { describe, expect, it } from '@jest/globals'
import { textsOf } from '../../src/domain/texts.ts'

describe('the texts of a client', () => {
  it('are all its fields but the type, under the names of the API', () => {
    expect(
      textsOf({
        companyName: 'a',
        type: ClientType.CLIENT_TYPE_COMPANY,
        email: 'b',
        phone: 'c',
        contactPhone: 'd',
        color: 'e',
        address: 'f',
        city: 'g',
        postalCode: 'h',
        country: 'i',
        taxId: 'j',
      }),
    ).toEqual({
      company_name: 'a',
      email: 'b',
      phone: 'c',
      contact_phone: 'd',
      color: 'e',
      address: 'f',
      city: 'g',
      postal_code: 'h',
      country: 'i',
      tax_id: 'j',
    })
  })

  it('leave out what the client does not have', () => {
    expect(textsOf({ companyName: 'a', type: ClientType.CLIENT_TYPE_INDIVIDUAL, email: undefined })).toEqual({
      company_name: 'a',
    })
  })
})
