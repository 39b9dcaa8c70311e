import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { loadConfig } from '../src/config.ts'
import { parseRetrySchedule } from '../src/domain/retry-schedule.ts'

const SOUND = {
  DATABASE_URL: 'postgres://u:p@localhost:5432/webhooks',
  NATS_URL: 'nats://localhost:4222',
  WEBHOOK_SECRET_KEYS: '1b'.repeat(32),
}
const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const
const WEEK_MS = 604_800_000

describe('the pauses between the attempts of a delivery', () => {
  test('are those of specification 8 unless told', () => {
    expect(loadConfig(SOUND).WEBHOOK_RETRY_DELAYS).toEqual([60_000, 300_000, 1_800_000, 7_200_000])
  })

  test('are read in any unit, with spaces between', () => {
    expect(parseRetrySchedule('500ms, 10s ,1m,2h')).toEqual([500, 10_000, 60_000, 7_200_000])
    expect(parseRetrySchedule('1ms,1ms,1ms,168h')).toEqual([1, 1, 1, WEEK_MS])
  })

  test('are exact whatever they are', () => {
    const pause = fc
      .tuple(fc.integer({ min: 1, max: 168 }), fc.constantFrom('ms', 's', 'm', 'h'))
      .map(([amount, unit]) => ({ text: `${amount}${unit}`, ms: amount * UNITS[unit as keyof typeof UNITS] }))
    fc.assert(
      fc.property(fc.array(pause, { minLength: 4, maxLength: 4 }), (pauses) => {
        expect(parseRetrySchedule(pauses.map(({ text }) => text).join(','))).toEqual(
          pauses.map(({ ms }) => ms),
        )
      }),
    )
  })

  test.each([
    ['1m,5m,30m', 'it has 3 pauses instead of 4'],
    ['1m,5m,30m,2h,4h', 'it has 5 pauses instead of 4'],
    ['1m,5m,30m,', '"" is not a pause'],
    ['1m,5m,30m,2d', '"2d" is not a pause'],
    ['1m,5m,30m,0h', '"0h" is not a pause'],
    ['1m,5m,30m,-2h', '"-2h" is not a pause'],
    ['1m,5m,30m,1.5h', '"1.5h" is not a pause'],
    ['1m,5m,30m,2 h', '"2 h" is not a pause'],
    ['1m,5m,30m,7200', '"7200" is not a pause'],
    ['1m,5m,30m,169h', '"169h" is not a pause'],
    ['1m;5m;30m;2h', '"1m;5m;30m;2h" is not a pause'],
  ])('are refused as %s, by the name of the setting and with its remedy', (text, fault) => {
    const load = () => loadConfig({ ...SOUND, WEBHOOK_RETRY_DELAYS: text })
    expect(load).toThrow(`WEBHOOK_RETRY_DELAYS is wrong: ${fault}`)
    expect(load).toThrow('such as 1m,5m,30m,2h.')
  })
})
