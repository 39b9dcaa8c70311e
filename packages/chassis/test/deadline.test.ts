import { describe, expect, test } from '@jest/globals'
import { deadlineWithin, withDeadline } from '../src/mod.ts'

describe('a deadline', () => {
  test('of a call is its own limit when nothing around it ends sooner', () => {
    const before = Date.now()
    expect(deadlineWithin(500)).toBeGreaterThanOrEqual(before + 500)
    expect(withDeadline(before + 60_000, () => deadlineWithin(500))).toBeLessThan(before + 10_000)
  })

  test('of the work around a call holds for the call', () => {
    const soon = Date.now() + 50
    expect(withDeadline(soon, () => deadlineWithin(500))).toBe(soon)
  })

  test('is never made later by one within it', () => {
    const soon = Date.now() + 50
    expect(withDeadline(soon, () => withDeadline(soon + 5_000, () => deadlineWithin(500)))).toBe(soon)
  })

  test('follows the work over awaits, timers and generators, and nobody else', async () => {
    const soon = Date.now() + 50
    async function* items() {
      await Promise.resolve()
      yield deadlineWithin(500)
    }
    const seen = withDeadline(soon, async () => {
      await new Promise((resolve) => setImmediate(resolve))
      const list: number[] = []
      for await (const item of items()) list.push(item)
      return list
    })
    const outside = deadlineWithin(500)
    expect(await seen).toEqual([soon])
    expect(outside).toBeGreaterThan(soon)
  })
})
