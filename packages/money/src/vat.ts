import { allocateVat } from './allocation.ts'
import { Decimal } from './decimal.ts'
import { roundAmount } from './rounding.ts'

export interface LineInput {
  /** Greater than 0, at most 6 decimals (the caller checks). */
  readonly quantity: Decimal
  /** Per unit, without VAT; negative for a discount. */
  readonly unitPrice: Decimal
  /** A percentage, 0 to 100. */
  readonly vatRate: Decimal
}

export interface LineTotals {
  readonly subtotal: Decimal
  readonly vatAmount: Decimal
  readonly lineTotal: Decimal
}

/** One row of the VAT breakdown (EN 16931, BG-23). */
export interface VatGroup {
  readonly rate: Decimal
  readonly taxableBase: Decimal
  readonly vatAmount: Decimal
}

export interface InvoiceTotals {
  /** In the order of the input. */
  readonly lines: readonly LineTotals[]
  /** One row for each rate, the lowest rate first; it does not depend on the order of the lines. */
  readonly vatBreakdown: readonly VatGroup[]
  readonly subtotal: Decimal
  readonly vatAmount: Decimal
  readonly total: Decimal
  readonly vatPercentage: Decimal
}

/** The lines add up to less than nothing, which is 400 (contract, "Money"). */
export class NegativeTotalError extends Error {
  readonly total: Decimal

  constructor(total: Decimal) {
    super('the total of an invoice must not be negative')
    this.name = 'NegativeTotalError'
    this.total = total
  }
}

/**
 * All amounts of an invoice from its lines (specification 1, step 2; contract, "Money").
 *
 * - A line's `subtotal` is quantity × unit price, rounded half away from zero.
 * - VAT is computed once for each rate, on the sum of its lines' rounded subtotals (EN 16931,
 *   BR-CO-17), and is allocated to those lines to the last minor unit: see `allocateVat`.
 *   Rates that are numerically equal, as 20 and 20.0, are one rate.
 * - So the lines always add up: Σ subtotal = `subtotal`, Σ vatAmount = `vatAmount`,
 *   Σ lineTotal = `total` = `subtotal` + `vatAmount`.
 * - `vatPercentage` is the rate when all lines share one; otherwise vatAmount ÷ subtotal × 100 to
 *   two decimals, half away from zero, and 0 when the subtotal is 0 (so it is for no lines at all).
 *
 * @param exponent the currency's, from `currencyExponent`; every amount has at most that many decimals.
 * @throws NegativeTotalError when `total` is below 0.
 */
export function invoiceTotals(lines: readonly LineInput[], exponent: number): InvoiceTotals {
  const subtotals = lines.map((line) => roundAmount(line.quantity.times(line.unitPrice), exponent))
  const vatAmounts: Decimal[] = lines.map(() => Decimal.ZERO)

  const vatBreakdown = groupByRate(lines).map(({ rate, members }) => {
    const bases = members.map((index) => subtotals[index] ?? Decimal.ZERO)
    const { vatAmount, shares } = allocateVat(bases, rate, exponent)
    for (const [position, index] of members.entries()) vatAmounts[index] = shares[position] ?? Decimal.ZERO
    return { rate, taxableBase: Decimal.sum(bases), vatAmount }
  })

  const subtotal = Decimal.sum(subtotals)
  const vatAmount = Decimal.sum(vatBreakdown.map((group) => group.vatAmount))
  const total = subtotal.plus(vatAmount)
  if (total.isNegative) throw new NegativeTotalError(total)

  return {
    lines: subtotals.map((lineSubtotal, index) => {
      const lineVat = vatAmounts[index] ?? Decimal.ZERO
      return { subtotal: lineSubtotal, vatAmount: lineVat, lineTotal: lineSubtotal.plus(lineVat) }
    }),
    vatBreakdown,
    subtotal,
    vatAmount,
    total,
    vatPercentage: vatPercentage(vatBreakdown, subtotal, vatAmount),
  }
}

function groupByRate(lines: readonly LineInput[]): { rate: Decimal; members: number[] }[] {
  const groups = new Map<string, { rate: Decimal; members: number[] }>()
  for (const [index, { vatRate }] of lines.entries()) {
    const key = vatRate.toString()
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { rate: vatRate, members: [index] })
    else group.members.push(index)
  }
  return [...groups.values()].sort((a, b) => a.rate.compare(b.rate))
}

function vatPercentage(breakdown: readonly VatGroup[], subtotal: Decimal, vatAmount: Decimal): Decimal {
  const [first, ...others] = breakdown
  if (first !== undefined && others.length === 0) return first.rate
  if (subtotal.isZero) return Decimal.ZERO
  return vatAmount.times(Decimal.powerOfTen(2)).dividedBy(subtotal, 2)
}
