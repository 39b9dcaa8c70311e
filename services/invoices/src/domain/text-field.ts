import { invalid } from '@invoicing/contracts'

/**
 * A text that must be there, trimmed (contract, "Reading and writing").
 *
 * @param most characters (code points) at the most
 * @throws AppError invalid_argument naming the field when it is blank or too long
 */
export function requiredText(field: string, value: string | undefined, most: number): string {
  const text = optionalText(field, value, most)
  if (text === undefined) throw invalid(`${field} is required and must not be blank`)
  return text
}

/** A text that may be left out, trimmed; a blank one is as absent. */
export function optionalText(field: string, value: string | undefined, most: number): string | undefined {
  const text = value?.trim()
  if (text === undefined || text === '') return undefined
  if (Array.from(text).length > most) throw invalid(`${field} must be at most ${most} characters`)
  // Postgres has no text with U+0000 in it: refused here, by its field, instead of by the store.
  if (text.includes('\0')) throw invalid(`${field} must not contain the character U+0000`)
  return text
}
