import { type ClientFields, ClientType } from '@invoicing/contracts/gen/clients/v1/clients'
import { describe, expect, it } from '@jest/globals'
import {
  approvedFields,
  type ClientChange,
  changedFields,
  changeOf,
  newTexts,
} from '../../src/domain/change.ts'
import { newClient } from '../../src/domain/client.ts'

const { CLIENT_TYPE_COMPANY: COMPANY, CLIENT_TYPE_INDIVIDUAL: INDIVIDUAL } = ClientType

const stored = (type: ClientType, fields: Partial<ClientFields> = {}) =>
  newClient('client_1', 'company_1', { companyName: 'Acme', type, ...fields }, new Date(0))

describe('the rules of the resulting type', () => {
  const refused: [string, ClientType, ClientChange][] = [
    ['contact_phone on an Individual', INDIVIDUAL, { contactPhone: '1' }],
    ['contact_phone beside a type of Individual', COMPANY, { contactPhone: '1', type: INDIVIDUAL }],
  ]
  it.each(refused)('refuse %s', (_, type, change) => {
    expect(() => changedFields(stored(type), change)).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        message: expect.stringContaining('contact_phone'),
      }),
    )
  })

  const phone = '+33 6'
  const allowed: [string, ReturnType<typeof stored>, ClientChange, Partial<ClientFields>][] = [
    ['set contact_phone on a Company', stored(COMPANY), { contactPhone: phone }, { contactPhone: phone }],
    [
      'set contact_phone beside a type of Company',
      stored(INDIVIDUAL),
      { contactPhone: phone, type: COMPANY },
      { contactPhone: phone },
    ],
    [
      'drop a stored contact_phone when the type becomes Individual',
      stored(COMPANY, { contactPhone: phone }),
      { type: INDIVIDUAL },
      { contactPhone: undefined },
    ],
    ['take a null contact_phone of an Individual', stored(INDIVIDUAL), { contactPhone: null }, {}],
    [
      'take a null contact_phone beside a type of Individual',
      stored(COMPANY, { contactPhone: phone }),
      { type: INDIVIDUAL, contactPhone: null },
      { contactPhone: undefined },
    ],
    [
      'assign a colour when an Individual becomes a Company',
      stored(INDIVIDUAL),
      { type: COMPANY },
      {
        color: expect.stringMatching(/^#[0-9a-f]{6}$/) as unknown as string,
      },
    ],
    [
      'keep the colour that an Individual had',
      stored(INDIVIDUAL, { color: 'red' }),
      { type: COMPANY },
      { color: 'red' },
    ],
    [
      'leave a colour null that the same change clears',
      stored(INDIVIDUAL, { color: 'red' }),
      { type: COMPANY, color: null },
      { color: undefined },
    ],
    ['leave a cleared colour null', stored(COMPANY), { type: COMPANY, city: 'Paris' }, { color: undefined }],
    ['assign an Individual no colour', stored(COMPANY), { type: INDIVIDUAL }, { color: undefined }],
  ]
  it.each(allowed)('%s', (_, client, change, expected) => {
    const changed = changedFields(client, change)
    expect({ contactPhone: undefined, color: undefined, ...changed }).toMatchObject(expected)
  })
})

describe('an approved change', () => {
  it('goes without its contact_phone when the client has become an Individual since', () => {
    const change = { contactPhone: '1', city: 'Paris' }
    expect(approvedFields(stored(INDIVIDUAL), change)).toMatchObject({
      city: 'Paris',
      contactPhone: undefined,
    })
    expect(approvedFields(stored(COMPANY), change)).toMatchObject(change)
  })
})

describe('the content check', () => {
  it('sees what a change brings in, and not what was stored before', () => {
    const before = stored(COMPANY, { city: 'Paris', phone: '1' }).fields
    const after = { ...before, city: 'Lyon', phone: '1', email: 'a@b.example' }
    expect(newTexts(before, after)).toEqual({ city: 'Lyon', email: 'a@b.example' })
  })
})

describe('a patch', () => {
  it('sets what is sent and clears what is named', () => {
    expect(changeOf({ city: 'Paris', clear: ['tax_id', 'contact_phone'] })).toEqual({
      city: 'Paris',
      taxId: null,
      contactPhone: null,
    })
  })

  it.each([
    ['that changes nothing', []],
    ['that clears a required field', ['company_name']],
    ['that clears the type', ['type']],
    ['that clears what is no field', ['flagged']],
  ])('%s is refused', (_, clear) => {
    expect(() => changeOf({ clear })).toThrow(expect.objectContaining({ code: 'invalid_argument' }))
  })
})
