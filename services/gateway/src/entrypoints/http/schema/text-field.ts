import { calendarDateOf, invalid } from '@invoicing/contracts'
import { kindOf, type SchemaNode } from './node.ts'

type ReadText = (value: unknown, path: string) => string | null

/** Reads a text: trimmed, of characters the stores can hold, in its limit; one of a list; or a date. */
export function textReader(node: SchemaNode): ReadText {
  if (node.enum !== undefined) return choiceReader(node.enum)
  return node.format === 'calendar-date' ? dateReader(node) : plainTextReader(node)
}

function plainTextReader(node: SchemaNode): ReadText {
  const { nullable } = kindOf(node)
  return (value, path) => {
    const text = boundedText(value, path, node.maxLength)
    if (text !== '') return text
    if (nullable) return null
    throw invalid(`${path} must not be blank`)
  }
}

function choiceReader(choices: readonly string[]): ReadText {
  const list = `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
  return (value, path) => {
    const text = typeof value === 'string' ? value.trim() : undefined
    const chosen = choices.find((choice) => choice === text)
    if (chosen === undefined) throw invalid(`${path} must be ${list}`)
    return chosen
  }
}

/** A blank date is refused, not absent: a form that sends "" lost the date someone chose. */
function dateReader(node: SchemaNode): ReadText {
  return (value, path) => {
    const date = calendarDateOf(typeof value === 'string' ? boundedText(value, path, node.maxLength) : '')
    if (date === undefined) throw invalid(`${path} must be a date such as 2026-01-31`)
    return date
  }
}

function boundedText(value: unknown, path: string, most = Number.POSITIVE_INFINITY): string {
  if (typeof value !== 'string') throw invalid(`${path} must be a string`)
  // Postgres can store neither.
  if (value.includes('\0')) throw invalid(`${path} must not hold the NUL character`)
  if (!value.isWellFormed()) throw invalid(`${path} must not hold an unpaired surrogate`)
  const text = value.trim()
  if (text.length > most && characters(text) > most)
    throw invalid(`${path} must be at most ${most} characters`)
  return text
}

/** Code points, which is what JSON Schema and Postgres count. */
function characters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
