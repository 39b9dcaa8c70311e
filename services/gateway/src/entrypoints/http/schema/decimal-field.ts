import { invalid } from '@invoicing/contracts'
import { type Decimal, decimal, parseDecimal } from '@invoicing/money'
import { numberText } from '../body/exact-number.ts'
import { LIMITS } from './fields.ts'
import type { SchemaNode } from './node.ts'

/** Reads a number into exact decimal text, within its bounds and with at most 6 decimals. */
export function decimalReader(node: SchemaNode): (value: unknown, path: string) => string {
  const expected = `must be a number${rangeOf(node)}`
  const isInRange = rangeCheck(node)
  return (value, path) => {
    const text = numberText(value)
    const number = text === undefined ? undefined : parseDecimal(text)
    if (number === undefined) throw invalid(`${path} ${expected}`)
    if (number.decimals > LIMITS.decimals) {
      throw invalid(`${path} must have at most ${LIMITS.decimals} decimals`)
    }
    if (!isInRange(number)) {
      const isSize = node.maximum === LIMITS.number && !isOfSize(number)
      throw invalid(`${path} ${isSize ? `must be at most ${LIMITS.number} in size` : expected}`)
    }
    return number.toString()
  }
}

const bound = (limit: number | undefined) => (limit === undefined ? undefined : decimal(String(limit)))

/** Compared as decimals: to a float, 1000000000000.000001 is 1e12. */
function rangeCheck(node: SchemaNode): (number: Decimal) => boolean {
  const least = bound(node.minimum)
  const above = bound(node.exclusiveMinimum)
  const most = bound(node.maximum)
  return (number) =>
    (least === undefined || number.compare(least) >= 0) &&
    (above === undefined || number.compare(above) > 0) &&
    (most === undefined || number.compare(most) <= 0)
}

const isOfSize = rangeCheck({ minimum: -LIMITS.number, maximum: LIMITS.number })

/** The bounds in words; the limit on size that all numbers share is told only to who exceeds it. */
function rangeOf({ minimum, exclusiveMinimum, maximum }: SchemaNode): string {
  if (exclusiveMinimum !== undefined) return ` greater than ${exclusiveMinimum}`
  return maximum === undefined || maximum === LIMITS.number ? '' : ` from ${minimum} to ${maximum}`
}
