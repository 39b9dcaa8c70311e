import { describe, expect, jest, test } from '@jest/globals'
import fc from 'fast-check'
import { clientIdOf, ID_PREFIXES, type IdKind, isId, newId } from '../src/mod.ts'

const KINDS = Object.keys(ID_PREFIXES) as IdKind[]
const kind = fc.constantFrom(...KINDS)
const body = fc.stringMatching(/^[0-9a-z]{20,26}$/)

/** The number that the 26 characters of an id spell. */
const numberOf = (id: string): bigint =>
  Array.from(id.slice(id.indexOf('_') + 1)).reduce(
    (sum, digit) => sum * 32n + BigInt(Number.parseInt(digit, 32)),
    0n,
  )

describe('a new id', () => {
  test('is its prefix and 26 characters of [0-9a-z]', () => {
    fc.assert(
      fc.property(kind, (of) => {
        const id = newId(of)
        expect(id).toMatch(new RegExp(`^${ID_PREFIXES[of]}[0-9a-z]{26}$`))
        expect(isId(of, id)).toBe(true)
      }),
    )
  })

  test('sorts after every id that was made before, and is none of them', () => {
    const ids = Array.from({ length: 50_000 }, () => newId('invoice'))
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('is not to be reached from its neighbour in the same millisecond', () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000)
    try {
      const values = Array.from({ length: 1_000 }, () => numberOf(newId('invoice')))
      const steps = values.slice(1).map((value, index) => value - (values[index] ?? 0n))
      // A step below 2^40 has a chance of 2^-24; one of a thousand, of 2^-14.
      expect(steps.filter((step) => step < 1n << 40n).length).toBeLessThanOrEqual(1)
      expect(new Set(steps).size).toBe(steps.length)
    } finally {
      clock.mockRestore()
    }
  })

  test('still sorts last when the clock is set back', () => {
    const clock = jest.spyOn(Date, 'now')
    try {
      clock.mockReturnValue(1_900_000_000_000)
      const before = newId('event')
      clock.mockReturnValue(1_800_000_000_000)
      const after = newId('event')
      expect(after > before).toBe(true)
    } finally {
      clock.mockRestore()
    }
  })
})

describe('an id', () => {
  test('is of one kind only', () => {
    fc.assert(
      fc.property(kind, kind, body, (one, other, text) => {
        expect(isId(one, ID_PREFIXES[other] + text)).toBe(one === other)
      }),
    )
  })

  test('is nothing shorter, longer, or with other characters', () => {
    fc.assert(
      fc.property(kind, fc.string({ unit: 'grapheme', maxLength: 40 }), (of, text) => {
        expect(isId(of, ID_PREFIXES[of] + text)).toBe(/^[0-9a-z]{20,26}$/.test(text))
      }),
    )
    expect(isId('client', `client_${'a'.repeat(19)}`)).toBe(false)
    expect(isId('client', `client_${'a'.repeat(27)}`)).toBe(false)
    expect(isId('client', `client_${'A'.repeat(26)}`)).toBe(false)
    expect(isId('client', `client_${'a'.repeat(26)}\n`)).toBe(false)
  })
})

describe('the client_id of a caller', () => {
  test('is an id with its prefix, or the same id without', () => {
    fc.assert(
      fc.property(body, (raw) => {
        expect(clientIdOf(raw)).toBe(`client_${raw}`)
        expect(clientIdOf(`client_${raw}`)).toBe(`client_${raw}`)
      }),
    )
  })

  test('is nothing else', () => {
    for (const value of [
      '',
      'client_',
      `inv_${'a'.repeat(26)}`,
      `client_client_${'a'.repeat(20)}`,
      "' OR 1=1 --",
    ]) {
      expect(clientIdOf(value)).toBeUndefined()
    }
  })
})
