// In V8 since 11.4; TypeScript's library does not name it yet.
const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown }

/**
 * A decimal string as a JSON number with exactly its digits. `JSON.parse` of a receiver may
 * round it, this side never does (contract, "Numbers in JSON").
 */
export function jsonNumber(decimal: string): unknown {
  return rawJSON(decimal)
}

/** A calendar date as the record shows it: midnight UTC, never shifted by a zone. */
export function calendarDate(date: string): string {
  return `${date}T00:00:00.000Z`
}

/** An instant as ISO 8601 in UTC with milliseconds. */
export function instant(at: Date | undefined): string {
  if (at === undefined) throw new TypeError('a record needs its time')
  return at.toISOString()
}

export const orNull = <T>(value: T | undefined): T | null => value ?? null
