import { describe, expect, test } from '@jest/globals'
import { CURRENCY_CODES, currencyExponent, isCurrency } from '../src/mod.ts'

describe('currencies', () => {
  test.each([
    ['EUR', 2],
    ['USD', 2],
    ['JPY', 0],
    ['KRW', 0],
    ['ISK', 0],
    ['XAF', 0],
    ['KWD', 3],
    ['TND', 3],
    ['CLF', 4],
    ['UYW', 4],
    ['XCG', 2],
    ['SLE', 2],
    ['ZWG', 2],
    // Where CLDR, and so Intl, rounds to the coins in use.
    ['HUF', 2],
    ['IDR', 2],
    ['COP', 2],
    ['IQD', 3],
    ['LAK', 2],
  ])('%s has %d decimals', (code, exponent) => {
    expect(currencyExponent(code)).toBe(exponent)
  })

  test.each([
    'eur',
    'EURO',
    'EU',
    '',
    'XAU',
    'XDR',
    'XXX',
    'XTS',
    'BTC',
    'DEM',
    'HRK',
    'BGN',
    'ANG',
    'CUC',
    'SLL',
    'toString',
  ])('%j is no currency to invoice in', (code) => {
    expect(isCurrency(code)).toBe(false)
    expect(() => currencyExponent(code)).toThrow(RangeError)
  })

  test('lists the 165 active codes that have a minor unit, each once', () => {
    expect(CURRENCY_CODES).toHaveLength(165)
    expect(new Set(CURRENCY_CODES).size).toBe(165)
    expect(CURRENCY_CODES.filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([])
  })

  test('agrees with CLDR but for currencies whose subunit is out of use, to which CLDR gives 0 decimals', () => {
    for (const code of CURRENCY_CODES) {
      const cldr = new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions()
      if (cldr.maximumFractionDigits === 0) continue
      expect([code, currencyExponent(code)]).toEqual([code, cldr.maximumFractionDigits])
    }
  })
})
