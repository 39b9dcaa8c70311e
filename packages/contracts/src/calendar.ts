import { writtenDateOf } from './written-date.ts'

/** A calendar date, `YYYY-MM-DD`, in years 0001 to 9999. It has no time and no zone. */
export type CalendarDate = string

const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}$/

/**
 * The date that is written in any text that `Date.parse` takes: month first (`01/02/2026` is the
 * 2nd of January), the zone ignored (`2026-01-31T23:00:00-05:00` is the 31st, and so is
 * `2026-01-31T24:00Z`), years 1 to 9999 (contract, "Reading and writing").
 *
 * Undefined for what `Date.parse` does not take, for a day its month does not have (`Date.parse`
 * would roll the 30th of February over to March) and for a year out of range.
 */
export function calendarDateOf(text: string): CalendarDate | undefined {
  const parsed = Date.parse(text)
  if (Number.isNaN(parsed)) return undefined
  const written = writtenDateOf(text)
  if (written === undefined || written.year < 1 || written.year > 9999) return undefined
  const date = plainDate(written)
  if (date === undefined || !agrees(date, parsed)) return undefined
  return date.toString()
}

/**
 * The date `days` after (before, when negative) `date`. Undefined when that leaves years 1 to
 * 9999, as a due date at the end of 9999 does.
 *
 * @throws RangeError when `date` is not a calendar date or `days` is not a whole number.
 */
export function addDays(date: CalendarDate, days: number): CalendarDate | undefined {
  if (!CALENDAR_DATE.test(date)) throw new RangeError(`not a calendar date: ${date}`)
  if (!Number.isSafeInteger(days)) throw new RangeError(`not a number of days: ${days}`)
  if (Math.abs(days) > 10_000 * 366) return undefined
  const sum = Temporal.PlainDate.from(date, { overflow: 'reject' }).add({ days })
  return sum.year >= 1 && sum.year <= 9999 ? sum.toString() : undefined
}

/**
 * Today's date in an IANA time zone at the instant `now` (contract, "Today").
 *
 * @throws RangeError when the zone is unknown or `now` is an invalid date.
 */
export function todayIn(timeZone: string, now: Date): CalendarDate {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString()
}

function plainDate(fields: { year: number; month: number; day: number }): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from(fields, { overflow: 'reject' })
  } catch {
    return undefined
  }
}

/**
 * Guards against a reading of ours that the engine does not share: the instant it parsed must lie
 * within the written day, give or take the largest offset it reads (99 hours 59 minutes). What
 * fails is refused, since a wrong date on an invoice is worse than none.
 */
function agrees(date: Temporal.PlainDate, parsed: number): boolean {
  const hours = (parsed - date.toZonedDateTime('UTC').epochMilliseconds) / 3_600_000
  return hours > -100 && hours < 124
}
