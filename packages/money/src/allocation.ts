import { Decimal } from './decimal.ts'
import { floorAmount, roundAmount } from './rounding.ts'

/**
 * The VAT of the lines that share one rate, and each line's part of it.
 *
 * `vatAmount` is Σ bases × rate ÷ 100, rounded half away from zero once (EN 16931, BR-CO-17). It is
 * allocated by largest remainder, from the floor (contract, "Money"):
 *
 * 1. A line's exact share is its own base × rate ÷ 100. It first gets the floor of that, the next
 *    whole minor unit towards minus infinity: 0.019 gets 0.01, and -0.019 gets -0.02.
 * 2. The units still missing from `vatAmount` go one each to the lines with the largest remainders
 *    (exact share less floor, from 0 to just under 1 unit), the earlier line first at a tie.
 *
 * The floor is the same for negative lines and for a negative sum, and that is what makes the rule
 * hold without cases: floors never add up to more than the rounded sum, and no more units are
 * missing than there are lines with a remainder. So each line gets the floor or the ceiling of its
 * exact share (less than one unit away from it, and nothing but the share when that is whole), and
 * the shares add up to `vatAmount` exactly.
 *
 * @param bases the lines' subtotals, in whole minor units, in the order of the invoice.
 * @param rate a percentage.
 * @param exponent the currency's number of decimals.
 */
export function allocateVat(
  bases: readonly Decimal[],
  rate: Decimal,
  exponent: number,
): { vatAmount: Decimal; shares: readonly Decimal[] } {
  const fraction = rate.times(Decimal.powerOfTen(-2))
  const exactShares = bases.map((base) => base.times(fraction))
  const shares = exactShares.map((share) => floorAmount(share, exponent))
  const vatAmount = roundAmount(Decimal.sum(bases).times(fraction), exponent)

  const unit = Decimal.powerOfTen(-exponent)
  let missing = vatAmount.minus(Decimal.sum(shares))
  if (missing.isZero) return { vatAmount, shares }
  const byRemainder = exactShares
    .map((share, index) => {
      const floor = shares[index] ?? share
      return { index, floor, remainder: share.minus(floor) }
    })
    .sort((a, b) => b.remainder.compare(a.remainder) || a.index - b.index)
  for (const { index, floor } of byRemainder) {
    if (missing.isZero) break
    shares[index] = floor.plus(unit)
    missing = missing.minus(unit)
  }
  return { vatAmount, shares }
}
