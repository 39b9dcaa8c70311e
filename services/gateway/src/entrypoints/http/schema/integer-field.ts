import { invalid } from '@invoicing/contracts'
import { decimal, parseDecimal } from '@invoicing/money'
import { numberText } from '../body/exact-number.ts'
import type { SchemaNode } from './node.ts'

/** Reads a whole number within its bounds, in whatever spelling: 14, 14.0 and 1.4e1 are one number. */
export function integerReader(node: SchemaNode): (value: unknown, path: string) => number {
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = node
  const [least, most] = [decimal(String(minimum)), decimal(String(maximum))]
  return (value, path) => {
    const text = numberText(value)
    const number = text === undefined ? undefined : parseDecimal(text)
    if (
      number === undefined ||
      number.decimals > 0 ||
      number.compare(least) < 0 ||
      number.compare(most) > 0
    ) {
      throw invalid(`${path} must be a whole number from ${minimum} to ${maximum}`)
    }
    return Number(number.toString())
  }
}
