import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { Decimal, decimal, parseDecimal } from '../src/mod.ts'

describe('parseDecimal', () => {
  test.each([
    ['0', '0'],
    ['-0', '0'],
    ['-0.00', '0'],
    ['0e400', '0'],
    ['20.0', '20'],
    ['1.50', '1.5'],
    ['-12.345', '-12.345'],
    ['1e-7', '0.0000001'],
    ['1E+3', '1000'],
    ['1.5e2', '150'],
    ['12345678901234567890.123456789', '12345678901234567890.123456789'],
    ['1e21', '1000000000000000000000'],
    ['5e-324', `0.${'0'.repeat(323)}5`],
    ['1.7976931348623157e+308', `17976931348623157${'0'.repeat(292)}`],
  ])('reads %s as %s', (text, plain) => {
    expect(parseDecimal(text)?.toString()).toBe(plain)
  })

  test.each([
    '',
    ' 1',
    '1 ',
    '1\n',
    '+1',
    '.5',
    '1.',
    '01',
    '-',
    '--1',
    '1e',
    '1e1.5',
    '1,5',
    '1_000',
    '0x10',
    'NaN',
    'Infinity',
    'null',
    '١',
    '１',
    '1n',
  ])('refuses %j, which is no JSON number', (text) => {
    expect(parseDecimal(text)).toBeUndefined()
  })

  test.each(['1e501', '1e-501', '1e999999999', '1e-999999999', `1e${'9'.repeat(400)}`, '1'.repeat(501)])(
    'refuses %s without computing it',
    (text) => {
      const started = performance.now()
      expect(parseDecimal(text)).toBeUndefined()
      expect(performance.now() - started).toBeLessThan(50)
    },
  )

  test('takes every number that JSON.stringify prints', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (n) => {
        const text = JSON.stringify(n)
        expect(Number(parseDecimal(text)?.toString())).toBe(n === 0 ? 0 : n)
      }),
    )
  })

  test('decimal() throws on what parseDecimal refuses', () => {
    expect(() => decimal('1.')).toThrow(RangeError)
  })
})

describe('Decimal', () => {
  // A decimal as an integer and the power of ten that divides it.
  const scaled = fc.tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 12 }))
  const build = ([units, decimals]: [bigint, number]) => decimal(`${units}e-${decimals}`)
  const at = ([units, decimals]: [bigint, number], scale: number) => units * 10n ** BigInt(scale - decimals)

  test('adds, subtracts, multiplies and compares exactly', () => {
    fc.assert(
      fc.property(scaled, scaled, (a, b) => {
        const [x, y] = [build(a), build(b)]
        expect(x.plus(y).equals(decimal(`${at(a, 12) + at(b, 12)}e-12`))).toBe(true)
        expect(x.minus(y).equals(decimal(`${at(a, 12) - at(b, 12)}e-12`))).toBe(true)
        expect(x.times(y).equals(decimal(`${a[0] * b[0]}e-${a[1] + b[1]}`))).toBe(true)
        const [p, q] = [at(a, 12), at(b, 12)]
        expect(x.compare(y)).toBe(p < q ? -1 : p > q ? 1 : 0)
      }),
    )
  })

  test('reads back what it prints, without an exponent or a negative zero', () => {
    fc.assert(
      fc.property(scaled, (a) => {
        const text = build(a).toString()
        expect(text).toMatch(/^(?!-0$)-?\d+(\.\d*[1-9])?$/)
        expect(decimal(text)).toEqual(build(a))
      }),
    )
  })

  test.each([
    ['1.50', 1],
    ['100', 0],
    ['1e3', 0],
    ['1e-7', 7],
    ['0.333333', 6],
    ['0.000', 0],
  ])('%s has %d decimals', (text, decimals) => {
    expect(decimal(text).decimals).toBe(decimals)
  })

  test.each([
    ['1.5', 2, '1.50'],
    ['0', 2, '0.00'],
    ['1.005', 2, '1.01'],
    ['-1.005', 2, '-1.01'],
    ['-0.004', 2, '0.00'],
    ['2.5', 0, '3'],
    ['-2.5', 0, '-3'],
    ['1e21', 3, '1000000000000000000000.000'],
  ])('%s to %d decimals is %s', (text, decimals, fixed) => {
    expect(decimal(text).toFixed(decimals)).toBe(fixed)
  })

  test('rounds half away from zero, and floors towards minus infinity', () => {
    fc.assert(
      fc.property(scaled, fc.integer({ min: 0, max: 6 }), (a, decimals) => {
        const unit = 10n ** BigInt(12 - decimals)
        const units = at(a, 12)
        const magnitude = units < 0n ? -units : units
        const away = (2n * magnitude + unit) / (2n * unit)
        const floor = (units - (((units % unit) + unit) % unit)) / unit
        const value = build(a)
        expect(value.rounded(decimals, 'half away from zero')).toEqual(
          decimal(`${units < 0n ? -away : away}e-${decimals}`),
        )
        expect(value.rounded(decimals, 'floor')).toEqual(decimal(`${floor}e-${decimals}`))
      }),
    )
  })

  test.each([
    ['1', '3', 2, '0.33'],
    ['2', '3', 2, '0.67'],
    ['1', '8', 2, '0.13'],
    ['-1', '8', 2, '-0.13'],
    ['100', '1', 0, '100'],
    // Just under a half, by the 40th digit.
    ['1', '8.0000000000000000000000000000000000000001', 2, '0.12'],
  ])('%s divided by %s to %d decimals is %s', (a, b, decimals, quotient) => {
    expect(decimal(a).dividedBy(decimal(b), decimals).toString()).toBe(quotient)
  })

  test('is a JSON number with its own digits', () => {
    const price = decimal('12345678901234567890.123456789')
    expect(JSON.stringify({ price })).toBe('{"price":12345678901234567890.123456789}')
  })

  test('refuses to be compared or added as a primitive', () => {
    expect(() => decimal('2') < decimal('10')).toThrow(TypeError)
    expect(`${decimal('2.50')}`).toBe('2.5')
  })

  test('equal numbers are deeply equal and unequal ones are not', () => {
    expect(decimal('20.0')).toEqual(decimal('2e1'))
    expect(decimal('20')).not.toEqual(decimal('20.01'))
    expect(decimal('1').minus(decimal('1'))).toEqual(Decimal.ZERO)
    expect(decimal('-1').times(Decimal.ZERO).isNegative).toBe(false)
  })

  test('sums', () => {
    expect(Decimal.sum([])).toEqual(Decimal.ZERO)
    expect(Decimal.sum(['0.1', '0.2', '-0.4'].map(decimal)).toString()).toBe('-0.1')
  })
})
