/** The year, month and day as a text writes them, not yet checked against the calendar. */
export interface WrittenDate {
  year: number
  month: number
  day: number
}

// The standard's own form (ECMA-262, "Date Time String Format"): nothing follows the date but a time after T.
const ISO = /^([+-]\d{6}|\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?:T.*)?$/is

/**
 * The date written in a text that `Date.parse` of V8 accepts; the caller has checked that it does.
 *
 * `Date.parse` itself answers an instant, in which the written day is lost to the zone, to 24:00
 * and to days rolled over into the next month. So the text is read here by V8's own rules
 * (src/date/dateparser): an ISO text field by field; any other as number after number, of which
 * those that belong to neither a time nor a zone make up the date.
 */
export function writtenDateOf(text: string): WrittenDate | undefined {
  const iso = ISO.exec(text)
  if (iso !== null) return { year: Number(iso[1]), month: Number(iso[2] ?? 1), day: Number(iso[3] ?? 1) }
  const { numbers, month } = datePartsOf(text)
  return composeDate(numbers, month)
}

/** Month first, unless the first number can only be a year; a named month takes no number. */
function composeDate(numbers: number[], namedMonth: number | undefined): WrittenDate | undefined {
  const [first, second = 1, third = 1] = numbers
  if (first === undefined || numbers.length > 3) return undefined
  const leadsWithYear = first < 1 || first > 31
  if (namedMonth !== undefined) {
    return leadsWithYear
      ? { year: fullYear(first), month: namedMonth, day: second }
      : { year: fullYear(second), month: namedMonth, day: first }
  }
  return leadsWithYear
    ? { year: fullYear(first), month: second, day: third }
    : { year: fullYear(third), month: first, day: second }
}

/** Two-digit years as V8 reads them: 0 to 49 are of this century, 50 to 99 of the last. */
function fullYear(year: number): number {
  if (year < 50) return year + 2000
  return year < 100 ? year + 1900 : year
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const ZONES = new Set(['utc', 'gmt', 'ut', 'z', 'est', 'edt', 'cst', 'cdt', 'mst', 'mdt', 'pst', 'pdt'])

// What looks like an ISO date is read as one even when the rest of the text is not ISO.
const ISO_PREFIX = /^(\d{4})(?!\d)(?:-(0[1-9]|1[0-2])(?!\d)(?:-(0[1-9]|[12]\d|3[01])(?!\d))?)?-?/

// A number, a word (V8 counts everything from "A" up, but blanks, as a letter), or one other character.
const TOKEN = /(\d+)|([A-Za-z[\\\]^_`{|}~\u0080-\uffff]+)|./gs

// The limits below which a number continues a time: minutes, seconds, milliseconds.
const NEXT_TIME_PART_LIMITS = [0, 60, 60, 1000]
const COMPLETE = 4

/** The numbers that make up the date, in the order written, and the month (1 to 12) where one is named. */
function datePartsOf(text: string): { numbers: number[]; month: number | undefined } {
  const prefix = ISO_PREFIX.exec(text)
  const numbers =
    prefix
      ?.slice(1)
      .filter((digits) => digits !== undefined)
      .map(Number) ?? []
  let month: number | undefined
  let timeParts = 0
  let zone: 'none' | 'given' | 'minutes due' = 'none'
  let numberSeen = prefix !== null
  let depth = 0

  const token = new RegExp(TOKEN)
  token.lastIndex = prefix?.[0].length ?? 0
  const skip = (symbol: string): boolean => {
    if (text[token.lastIndex] !== symbol) return false
    token.lastIndex += 1
    return true
  }
  const continuesTime = (n: number) => n < (NEXT_TIME_PART_LIMITS[timeParts] ?? 0)

  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [symbol, digits, word] = match
    if (symbol === '(' || depth > 0) {
      // Parentheses hold comments; they nest, and the last may stay open.
      if (symbol === '(') depth += 1
      else if (symbol === ')') depth -= 1
    } else if (digits !== undefined) {
      const n = Number(digits)
      numberSeen = true
      if (skip(':')) {
        timeParts += skip(':') ? 2 : 1
        skip('.')
      } else if (skip('.') && continuesTime(n)) {
        timeParts = COMPLETE
        token.exec(text) // the fraction
      } else if (zone === 'minutes due' && n < 60) {
        zone = 'given'
      } else if (continuesTime(n)) {
        timeParts = COMPLETE
      } else {
        numbers.push(n)
        skip('-')
      }
    } else if (word !== undefined) {
      const name = word.toLowerCase()
      const named = MONTHS.indexOf(name.slice(0, 3)) + 1
      if (named > 0) {
        month = named
        skip('-')
      } else if (numberSeen && ZONES.has(name)) {
        zone = 'given'
      }
    } else if ((symbol === '+' || symbol === '-') && (zone !== 'none' || timeParts > 0)) {
      const offset = /\d*/y
      offset.lastIndex = token.lastIndex
      token.lastIndex += offset.exec(text)?.[0].length ?? 0
      zone = text[token.lastIndex] === ':' ? 'minutes due' : 'given'
      numberSeen = true
    }
  }
  return { numbers, month }
}
