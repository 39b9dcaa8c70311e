import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { RateWindow, WINDOW_MS } from '../../src/domain/rate-window.ts'

describe('a rate window', () => {
  test('grants exactly the limit, and the next one a minute after the first', () => {
    const window = new RateWindow(3)
    expect([0, 10, 20, 30].map((at) => window.accept(at))).toEqual([true, true, true, false])
    expect(window.accept(WINDOW_MS - 1)).toBe(false)
    expect(window.accept(WINDOW_MS)).toBe(true)
    expect(window.accept(WINDOW_MS + 9)).toBe(false)
    expect(window.accept(WINDOW_MS + 10)).toBe(true)
  })

  test('does not count the requests it refused', () => {
    const window = new RateWindow(1)
    expect(window.accept(0)).toBe(true)
    for (let at = 1; at < WINDOW_MS; at += 997) expect(window.accept(at)).toBe(false)
    expect(window.accept(WINDOW_MS)).toBe(true)
  })

  test('agrees with a plain list of all times, whatever the pace', () => {
    const limit = fc.integer({ min: 1, max: 40 })
    const pauses = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 9_000 })), { maxLength: 300 })
    fc.assert(
      fc.property(limit, pauses, (most, waits) => {
        const window = new RateWindow(most)
        const granted: number[] = []
        let now = 0
        for (const wait of waits) {
          now += wait
          const expected = granted.filter((at) => now - at < WINDOW_MS).length < most
          expect(window.accept(now)).toBe(expected)
          if (expected) granted.push(now)
        }
      }),
    )
  })

  test('takes no memory for a limit that nobody uses', () => {
    const window = new RateWindow(1_000_000_000)
    for (let at = 0; at < 1_000; at += 1) expect(window.accept(at)).toBe(true)
  })

  test('is idle when its last grant is a minute old', () => {
    const window = new RateWindow(2)
    expect(window.isIdle(0)).toBe(true)
    window.accept(0)
    expect(window.isIdle(WINDOW_MS - 1)).toBe(false)
    expect(window.isIdle(WINDOW_MS)).toBe(true)
  })
})
