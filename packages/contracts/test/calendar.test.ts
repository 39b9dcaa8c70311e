import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { addDays, calendarDateOf, todayIn } from '../src/calendar.ts'

describe('calendarDateOf', () => {
  test.each([
    // ISO 8601 and RFC 3339
    ['2026-01-31', '2026-01-31'],
    ['2026-01', '2026-01-01'],
    ['2026', '2026-01-01'],
    ['2026-01-31T10:00', '2026-01-31'],
    ['2026-01-31T23:59:59.999Z', '2026-01-31'],
    ['2026-01-31T23:00:00-05:00', '2026-01-31'],
    ['2026-01-31T00:30:00+14:00', '2026-01-31'],
    ['2026-01-31T24:00:00Z', '2026-01-31'],
    ['2026-01-31t24:00z', '2026-01-31'],
    ['2026-01-31T10:00:00.123456789+0100', '2026-01-31'],
    ['2026-01-31 23:00:00-05:00', '2026-01-31'],
    ['2026-01-31 23:00:00.123456-05', '2026-01-31'],
    ['2024-02-29', '2024-02-29'],
    ['+002026-01-31', '2026-01-31'],
    ['0001-01-01', '0001-01-01'],
    ['9999-12-31T23:59:59-12:00', '9999-12-31'],
    // month first
    ['01/02/2026', '2026-01-02'],
    ['1/31/2026', '2026-01-31'],
    ['1/31/2026, 11:00:00 PM', '2026-01-31'],
    ['12-25-2026', '2026-12-25'],
    ['12.25.2026', '2026-12-25'],
    ['2026/01/31 23:00', '2026-01-31'],
    ['2026-1-5', '2026-01-05'],
    ['1/31/26', '2026-01-31'],
    ['12/31/99', '1999-12-31'],
    ['12/31', '2001-12-31'],
    // named months
    ['Jan 31, 2026', '2026-01-31'],
    ['January 31 2026 24:00', '2026-01-31'],
    ['31 January 2026 23:00 GMT+2', '2026-01-31'],
    ['31-Jan-2026', '2026-01-31'],
    ['Jan 2026', '2026-01-01'],
    ['2026 Jan 31', '2026-01-31'],
    // RFC 2822, HTTP, and what JavaScript prints
    ['Sat, 31 Jan 2026 23:00:00 -0800', '2026-01-31'],
    ['Sat, 31 Jan 2026 23:00:00 GMT', '2026-01-31'],
    ['Sat Jan 31 2026 23:00:00 GMT-0500 (Eastern Standard Time)', '2026-01-31'],
    ['23:59 UTC+05:30 2026-01-31', '2026-01-31'],
    ['31 Jan 2026 (28 Feb 2026) 10:00 EST', '2026-01-31'],
  ])('reads %j as %s', (text, date) => {
    expect(calendarDateOf(text)).toBe(date)
  })

  test.each([
    '',
    ' ',
    'tomorrow',
    'null',
    '2026-02-30',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31T10:00:00Z',
    'Feb 30 2026',
    '2/30/2026',
    '31 April 2026',
    '2026-13-01',
    '2026-00-10',
    '2026-01-32',
    '2026-01-31T25:00',
    '31/01/2026',
    '20260131',
    '1769814000000',
    '0000-12-31',
    '-000001-01-01',
    '+010000-01-01',
    '12/31/10000',
    '2026-01-31T10:00:00 and more',
    'Jan 31 2026 GMT+200:00',
  ])('refuses %j', (text) => {
    expect(calendarDateOf(text)).toBeUndefined()
  })

  const date = fc
    .date({ min: new Date('0100-01-01'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
    .map((at) => at.toISOString())
  const offset = fc
    .tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(([sign, hours, minutes]) => [sign, pad(hours), pad(minutes)] as const)

  test('reads the written date whatever the form, the time and the zone', () => {
    fc.assert(
      fc.property(date, offset, (iso, [sign, hours, minutes]) => {
        const written = iso.slice(0, 10)
        const [year, month, day] = written.split('-')
        const named = new Date(iso).toUTCString().slice(0, -4)
        const time = iso.slice(11, -1)
        for (const text of [
          iso,
          `${written}T${time}${sign}${hours}:${minutes}`,
          `${written} ${time} ${sign}${hours}${minutes}`,
          `${month}/${day}/${year} ${time} GMT${sign}${hours}:${minutes}`,
          `${named} ${sign}${hours}${minutes} (somewhere)`,
          `${time} ${named.slice(5, 16)} PST`,
        ]) {
          expect([text, calendarDateOf(text)]).toEqual([text, written])
        }
      }),
    )
  })

  test('answers a date or undefined for any text, and never a date where Date.parse answers none', () => {
    const pieces = fc.constantFrom(
      '2026',
      '31',
      '02',
      'Jan',
      'feb',
      '-',
      '/',
      ' ',
      ':',
      '.',
      '10:30',
      '(',
      ')',
      '+05',
      'Z',
      'é',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 10 }), (parts) => {
        const text = parts.join('')
        const read = calendarDateOf(text)
        if (Number.isNaN(Date.parse(text))) expect(read).toBeUndefined()
        if (read !== undefined) expect(Temporal.PlainDate.from(read).toString()).toBe(read)
      }),
      { numRuns: 5_000 },
    )
  })

  test('takes time in proportion to the length of the text', () => {
    const started = performance.now()
    calendarDateOf(`Jan 31 2026 ${'('.repeat(1_000_000)}`)
    calendarDateOf(`${'1 '.repeat(500_000)}Jan`)
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

describe('addDays', () => {
  test.each([
    ['2026-01-31', 1, '2026-02-01'],
    ['2026-01-31', 0, '2026-01-31'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-02-28', 1, '2026-03-01'],
    ['2026-12-31', 7, '2027-01-07'],
    ['2026-03-28', 2, '2026-03-30'],
    ['2024-03-01', -1, '2024-02-29'],
    ['0001-01-01', 9, '0001-01-10'],
  ])('%s and %d days is %s', (from, days, sum) => {
    expect(addDays(from, days)).toBe(sum)
  })

  test('answers undefined past the years 1 to 9999', () => {
    expect(addDays('9999-12-31', 1)).toBeUndefined()
    expect(addDays('0001-01-01', -1)).toBeUndefined()
    expect(addDays('2026-01-01', Number.MAX_SAFE_INTEGER)).toBeUndefined()
  })

  test('throws on what is no calendar date or no whole number of days', () => {
    expect(() => addDays('2026-02-30', 1)).toThrow(rangeError)
    expect(() => addDays('2026-01-31T00:00', 1)).toThrow(rangeError)
    expect(() => addDays('2026-01-31', 0.5)).toThrow(rangeError)
  })
})

describe('todayIn', () => {
  test.each([
    ['UTC', '2026-01-31T23:30:00Z', '2026-01-31'],
    ['Europe/Paris', '2026-01-31T23:30:00Z', '2026-02-01'],
    ['America/Los_Angeles', '2026-01-01T07:59:59Z', '2025-12-31'],
    ['Pacific/Kiritimati', '2026-01-31T10:00:00Z', '2026-02-01'],
    ['Asia/Kathmandu', '2026-01-31T18:15:00Z', '2026-02-01'],
    ['America/New_York', '2026-03-08T04:59:59Z', '2026-03-07'],
  ])('in %s at %s it is %s', (zone, now, today) => {
    expect(todayIn(zone, new Date(now))).toBe(today)
  })

  test('throws on an unknown zone', () => {
    expect(() => todayIn('Mars/Olympus', new Date())).toThrow(rangeError)
  })
})

// Temporal's errors come from another realm than Jest's own RangeError.
const rangeError = expect.objectContaining({ name: 'RangeError' })

function pad(n: number): string {
  return String(n).padStart(2, '0')
}
