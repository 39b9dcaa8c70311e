import type { Decimal } from './decimal.ts'

/**
 * An amount in the minor units of its currency: rounded half away from zero to the currency's
 * exponent, so that 0.005 and -0.005 of a euro are 0.01 and -0.01 (contract, "Money").
 *
 * @param exponent ISO 4217's number of decimals: 0 for JPY, 2 for EUR, 3 for KWD.
 */
export function roundAmount(amount: Decimal, exponent: number): Decimal {
  return amount.rounded(exponent, 'half away from zero')
}

/** The greatest amount in whole minor units that is not above `amount`: -0.001 becomes -0.01. */
export function floorAmount(amount: Decimal, exponent: number): Decimal {
  return amount.rounded(exponent, 'floor')
}
