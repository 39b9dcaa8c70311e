import { invalid } from '@invoicing/contracts'
import { isExactNumber, markExactNumbers } from './exact-number.ts'
import { scanJson } from './scan-json.ts'

/** The outer object is level 1 (contract, "JSON deeper than 32 levels"). */
const MAX_DEPTH = 32

/**
 * A request's body as an object whose numbers have lost no digit: one that a float might round is
 * an ExactNumber. Of a name given twice the last value stands; `__proto__` is a name like any other.
 *
 * @throws AppError invalid_argument for anything but one JSON object in UTF-8
 */
export function parseJson(body: Buffer): Record<string, unknown> {
  const text = decode(body)
  const { depth, longNumbers } = scanJson(text)
  if (depth > MAX_DEPTH) throw invalid(`the body must not be nested deeper than ${MAX_DEPTH} levels`)
  const value = parse(markExactNumbers(text, longNumbers))
  if (!isObject(value)) throw invalid('the body must be a JSON object')
  return value
}

/** Whether a parsed value is an object of the body, as opposed to null, a list or a number. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)
}

function decode(body: Buffer): string {
  if (body.length === 0) throw invalid('the body must be a JSON object')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw invalid('the body is not valid UTF-8')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('the body is not valid JSON')
  }
}
