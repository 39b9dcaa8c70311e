import { describe, expect, test } from '@jest/globals'
import { currencyExponent, decimal, invoiceTotals, NegativeTotalError } from '../src/mod.ts'

type Line = [quantity: string, unitPrice: string, vatRate: string]

/** The totals as texts, which read better in an expectation. */
function totals(lines: Line[], currency = 'EUR') {
  const exponent = currencyExponent(currency)
  const result = invoiceTotals(
    lines.map(([quantity, unitPrice, vatRate]) => ({
      quantity: decimal(quantity),
      unitPrice: decimal(unitPrice),
      vatRate: decimal(vatRate),
    })),
    exponent,
  )
  return {
    subtotal: result.subtotal.toFixed(exponent),
    vat: result.vatAmount.toFixed(exponent),
    total: result.total.toFixed(exponent),
    percentage: result.vatPercentage.toString(),
    lines: result.lines.map((line) => [
      line.subtotal.toFixed(exponent),
      line.vatAmount.toFixed(exponent),
      line.lineTotal.toFixed(exponent),
    ]),
    breakdown: result.vatBreakdown.map((group) => [
      group.rate.toString(),
      group.taxableBase.toFixed(exponent),
      group.vatAmount.toFixed(exponent),
    ]),
  }
}

describe('invoiceTotals', () => {
  test('computes a plain invoice of one line', () => {
    expect(totals([['3', '50', '20']])).toEqual({
      subtotal: '150.00',
      vat: '30.00',
      total: '180.00',
      percentage: '20',
      lines: [['150.00', '30.00', '180.00']],
      breakdown: [['20', '150.00', '30.00']],
    })
  })

  test('computes VAT once for a rate, not line by line', () => {
    // Line by line each 0.025 would round up, to 0.09 in all.
    const result = totals([
      ['1', '0.10', '25'],
      ['1', '0.10', '25'],
      ['1', '0.10', '25'],
    ])
    expect(result.vat).toBe('0.08')
    expect(result.lines.map(([, vat]) => vat)).toEqual(['0.03', '0.03', '0.02'])
  })

  test('gives the units that are left to the largest remainders, not to the first lines', () => {
    // Exact shares 0.001, 0.009 and 0.006 of 0.02: floors 0, so the second and the third get one each.
    const result = totals([
      ['1', '0.01', '10'],
      ['1', '0.09', '10'],
      ['1', '0.06', '10'],
    ])
    expect(result.vat).toBe('0.02')
    expect(result.lines.map(([, vat]) => vat)).toEqual(['0.00', '0.01', '0.01'])
  })

  test('takes a discount line off its own rate, flooring its share towards minus infinity', () => {
    // 19 % of 10.00, 0.33 and -1.11: 1.9, 0.0627 and -0.2109; together 1.7518.
    expect(
      totals([
        ['1', '10', '19'],
        ['1', '0.33', '19'],
        ['1', '-1.11', '19'],
      ]),
    ).toEqual({
      subtotal: '9.22',
      vat: '1.75',
      total: '10.97',
      percentage: '19',
      lines: [
        ['10.00', '1.90', '11.90'],
        ['0.33', '0.06', '0.39'],
        ['-1.11', '-0.21', '-1.32'],
      ],
      breakdown: [['19', '9.22', '1.75']],
    })
  })

  test('allocates a negative group sum that other rates outweigh', () => {
    const result = totals([
      ['1', '100', '20'],
      ['1', '-0.05', '10'],
      ['1', '-0.05', '10'],
      ['1', '-0.05', '10'],
    ])
    // -0.015 rounds away from zero to -0.02; the floors are -0.01 each, one unit goes back.
    expect(result.breakdown).toEqual([
      ['10', '-0.15', '-0.02'],
      ['20', '100.00', '20.00'],
    ])
    expect(result.lines.map(([, vat]) => vat)).toEqual(['20.00', '0.00', '-0.01', '-0.01'])
  })

  test('counts numerically equal rates as one', () => {
    expect(
      totals([
        ['1', '10', '20'],
        ['1', '10', '20.0'],
        ['1', '10', '2e1'],
      ]),
    ).toMatchObject({ percentage: '20', breakdown: [['20', '30.00', '6.00']] })
  })

  test.each<[string, Line[]]>([
    // 3.55 of 30
    [
      '11.83',
      [
        ['1', '10', '20'],
        ['1', '10', '10'],
        ['1', '10', '5.5'],
      ],
    ],
    // 1 of 8 is 12.5, at two decimals as it is
    [
      '12.5',
      [
        ['1', '4', '25'],
        ['1', '4', '0'],
      ],
    ],
    // an exact half, 10.005: away from zero
    [
      '10.01',
      [
        ['1', '100.05', '20'],
        ['1', '99.95', '0'],
      ],
    ],
    [
      '0',
      [
        ['1', '10', '20'],
        ['1', '-10', '10'],
      ],
    ],
    ['0', [['1', '10', '0']]],
    [
      '7.123456',
      [
        ['1', '10', '7.123456'],
        ['2', '0', '7.123456'],
      ],
    ],
    ['0', []],
  ])('the VAT percentage is %s', (percentage, lines) => {
    expect(totals(lines).percentage).toBe(percentage)
  })

  test('the common rate holds even when the subtotal is 0', () => {
    expect(totals([['1', '0', '20']]).percentage).toBe('20')
  })

  test('rounds to whole yen', () => {
    expect(
      totals(
        [
          ['0.333333', '1000', '10'],
          ['1', '5', '10'],
        ],
        'JPY',
      ),
    ).toEqual({
      subtotal: '338',
      vat: '34',
      total: '372',
      percentage: '10',
      lines: [
        ['333', '33', '366'],
        ['5', '1', '6'],
      ],
      breakdown: [['10', '338', '34']],
    })
  })

  test('rounds to the fils of the Kuwaiti dinar', () => {
    expect(totals([['3', '0.1235', '5']], 'KWD')).toMatchObject({
      subtotal: '0.371',
      vat: '0.019',
      total: '0.390',
    })
  })

  test('rounds a half away from zero on both sides', () => {
    expect(
      totals([
        ['1', '10', '0'],
        ['0.5', '-0.01', '0'],
      ]).lines,
    ).toEqual([
      ['10.00', '0.00', '10.00'],
      ['-0.01', '0.00', '-0.01'],
    ])
    expect(totals([['0.5', '0.01', '0']]).subtotal).toBe('0.01')
  })

  test('is exact at the limits of the contract', () => {
    expect(
      totals([
        ['1000000000000', '1000000000000', '100'],
        ['0.000001', '0.000001', '0.000001'],
        ['999999999999.999999', '999999999999.999999', '99.999999'],
      ]),
    ).toMatchObject({
      subtotal: '1999999999999999998000000.00',
      // 1e24 + 0.99999999 × 999999999999999998000000.00
      vat: '1999999989999999998000000.02',
      total: '3999999989999999996000000.02',
    })
  })

  test('refuses a negative total, and takes one of 0', () => {
    expect(
      totals([
        ['1', '10', '20'],
        ['1', '-10', '20'],
      ]).total,
    ).toBe('0.00')
    expect(() =>
      totals([
        ['1', '10', '20'],
        ['1', '-10.01', '20'],
      ]),
    ).toThrow(NegativeTotalError)
    expect(() =>
      totals([
        ['1', '-1', '0'],
        ['1', '0.5', '100'],
      ]),
    ).not.toThrow()
  })
})
