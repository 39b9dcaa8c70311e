import { decimal } from '@invoicing/money'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { priceLines } from '../../src/domain/price-lines.ts'
import type { ResolvedLine } from '../../src/domain/resolve-lines.ts'

const line = (quantity: string, unitPrice: string, vatRate: string): ResolvedLine => ({
  itemId: undefined,
  title: 'Design',
  quantity: decimal(quantity),
  unit: undefined,
  unitPrice: decimal(unitPrice),
  vatRate: decimal(vatRate),
})

/** How Postgres and every peer sees the amount: digits, at most one point, nothing superfluous. */
const SHORTEST = /^(0|-?[1-9]\d*|-?(0|[1-9]\d*)\.\d*[1-9])$/

describe('priceLines', () => {
  it('writes amounts in their shortest form, with the decimals of the currency at the most', () => {
    const { lines, amounts } = priceLines([line('1', '10.50', '20.00')], 'EUR')
    expect(lines).toMatchObject([
      { unitPrice: '10.5', vatRate: '20', subtotal: '10.5', vatAmount: '2.1', lineTotal: '12.6' },
    ])
    expect(amounts).toMatchObject({
      currency: 'EUR',
      subtotal: '10.5',
      vatAmount: '2.1',
      vatPercentage: '20',
      total: '12.6',
    })
    expect(priceLines([line('1', '10.5', '20')], 'JPY').amounts).toMatchObject({
      subtotal: '11',
      vatAmount: '2',
      total: '13',
    })
    expect(priceLines([line('1', '10.5555', '0')], 'KWD').amounts).toMatchObject({ total: '10.556' })
  })

  it('gives every line an id of its own, and the invoice those ids in order', () => {
    const { lines, amounts } = priceLines([line('1', '1', '0'), line('2', '1', '0')], 'EUR')
    expect(new Set(lines.map(({ id }) => id)).size).toBe(2)
    expect(amounts.lineItemIds).toEqual(lines.map(({ id }) => id))
  })

  it('refuses a negative total', () => {
    expect(() => priceLines([line('1', '-0.01', '0')], 'EUR')).toThrow(
      'the total of an invoice must not be negative',
    )
  })

  it('adds up, whatever the lines, in the form in which it is stored', () => {
    const scaled = (most: number, scale: number) =>
      fc.integer({ min: 1, max: most }).map((n) => `${n}e-${scale}`)
    const anyLine = fc.tuple(scaled(1_000_000, 3), scaled(1_000_000, 4), scaled(1_000, 1))
    fc.assert(
      fc.property(
        fc.array(anyLine, { minLength: 1, maxLength: 20 }),
        fc.constantFrom('EUR', 'JPY', 'KWD'),
        (all, currency) => {
          const { lines, amounts } = priceLines(
            all.map((fields) => line(...fields)),
            currency,
          )
          const sum = (texts: string[]) =>
            texts
              .map(decimal)
              .reduce((a, b) => a.plus(b))
              .toString()
          expect(sum(lines.map(({ subtotal }) => subtotal))).toBe(amounts.subtotal)
          expect(sum(lines.map(({ vatAmount }) => vatAmount))).toBe(amounts.vatAmount)
          expect(sum(lines.map(({ lineTotal }) => lineTotal))).toBe(amounts.total)
          expect(sum([amounts.subtotal, amounts.vatAmount])).toBe(amounts.total)
          for (const { lineItemIds, currency: _, ...texts } of [amounts]) {
            for (const text of Object.values(texts)) expect(text).toMatch(SHORTEST)
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})
