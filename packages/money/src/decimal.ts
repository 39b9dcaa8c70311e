import Big from 'big.js'

// A constructor of our own: its settings cannot be changed by, and do not change, other users of big.js.
const Exact = Big()
// Refuses JavaScript numbers, so that no float gets in.
Exact.strict = true
const EXACT_ZERO = new Exact('0')

// In V8 since 11.4; TypeScript's library does not name it yet.
const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown }

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]([+-]?\d+))?$/

// Wide enough for every number that a double can print (5e-324 to 1.8e308) and for any sane text;
// narrow enough that "1e999999999" costs nothing.
const MAX_TEXT_LENGTH = 500
const MAX_EXPONENT = 500

export type RoundingDirection = 'half away from zero' | 'floor'

/**
 * An exact decimal number. It never becomes a float: sums, differences and products are exact, and
 * digits are dropped only where `rounded` or `dividedBy` says so (contract, "Numbers in JSON").
 * Two decimals that are numerically equal are the same in every respect; there is no negative zero.
 */
export class Decimal {
  static readonly ZERO = new Decimal(EXACT_ZERO)

  private readonly value: Big

  private constructor(value: Big) {
    // big.js keeps a sign and an exponent on a zero that rounding or a product made.
    this.value = value.c[0] === 0 ? EXACT_ZERO : value
  }

  /** Undefined when `text` is not a JSON number, or has more than 500 characters or an exponent past ±500. */
  static parse(text: string): Decimal | undefined {
    if (text.length > MAX_TEXT_LENGTH) return undefined
    const match = JSON_NUMBER.exec(text)
    if (match === null || Math.abs(Number(match[1] ?? 0)) > MAX_EXPONENT) return undefined
    return new Decimal(new Exact(text))
  }

  /** 10 to the power `exponent`: `powerOfTen(-2)` is one cent of a euro. */
  static powerOfTen(exponent: number): Decimal {
    return new Decimal(new Exact(`1e${exponent}`))
  }

  static sum(amounts: readonly Decimal[]): Decimal {
    let total = Decimal.ZERO.value
    for (const amount of amounts) total = total.plus(amount.value)
    return new Decimal(total)
  }

  /** How many digits stand behind the point: 1 for 1.5 and for 1.50, 7 for 1e-7. */
  get decimals(): number {
    return Math.max(0, this.value.c.length - 1 - this.value.e)
  }

  get isZero(): boolean {
    return this.value.c[0] === 0
  }

  get isNegative(): boolean {
    return this.value.s < 0
  }

  plus(other: Decimal): Decimal {
    return new Decimal(this.value.plus(other.value))
  }

  minus(other: Decimal): Decimal {
    return new Decimal(this.value.minus(other.value))
  }

  times(other: Decimal): Decimal {
    return new Decimal(this.value.times(other.value))
  }

  /** The quotient, rounded half away from zero to `decimals` digits. @throws when `divisor` is zero. */
  dividedBy(divisor: Decimal, decimals: number): Decimal {
    const Quotient = Big()
    Quotient.strict = true
    Quotient.DP = decimals
    Quotient.RM = Big.roundHalfUp
    return new Decimal(new Exact(new Quotient(this.value).div(divisor.value)))
  }

  /** Negative, zero or positive as this is less than, equal to or greater than `other`; for `sort`. */
  compare(other: Decimal): -1 | 0 | 1 {
    return this.value.cmp(other.value)
  }

  equals(other: Decimal): boolean {
    return this.value.eq(other.value)
  }

  rounded(decimals: number, direction: RoundingDirection): Decimal {
    if (this.decimals <= decimals) return this
    if (direction === 'half away from zero') return new Decimal(this.value.round(decimals, Big.roundHalfUp))
    const truncated = this.value.round(decimals, Big.roundDown)
    return new Decimal(this.value.lt(truncated) ? truncated.minus(`1e-${decimals}`) : truncated)
  }

  /** With exactly `decimals` digits behind the point, rounded half away from zero: `"1.50"`. */
  toFixed(decimals: number): string {
    return this.rounded(decimals, 'half away from zero').value.toFixed(decimals)
  }

  /** The shortest plain form, never with an exponent: `"1.5"`, `"0.0000001"`, `"0"`. */
  toString(): string {
    return this.value.toFixed()
  }

  /** A JSON number with exactly these digits. */
  toJSON(): unknown {
    return rawJSON(this.toString())
  }

  /** `a < b` and `+a` would go through strings or floats: they are refused. Use `compare`. */
  valueOf(): never {
    throw new TypeError('a Decimal has no primitive value, use compare, plus or toString')
  }
}

/**
 * The decimal of a JSON number as it was sent, exponents included: `parseDecimal("1e-7")`.
 * Undefined for anything else (`".5"`, `"+1"`, `"01"`, `"NaN"`, `""`), for texts over 500
 * characters and for exponents past ±500.
 */
export function parseDecimal(text: string): Decimal | undefined {
  return Decimal.parse(text)
}

/**
 * The decimal of a text that is known to hold one: a constant, a column, a message of a peer.
 *
 * @throws RangeError when it does not.
 */
export function decimal(text: string): Decimal {
  const parsed = Decimal.parse(text)
  if (parsed === undefined) throw new RangeError('not a decimal number')
  return parsed
}
