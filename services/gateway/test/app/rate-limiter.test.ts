import { describe, expect, test } from '@jest/globals'
import { rateLimiter } from '../../src/app/rate-limiter.ts'

describe('the rate limiter', () => {
  test('counts each key on its own', () => {
    const limiter = rateLimiter(2, () => 0)
    expect(['a', 'a', 'a', 'b', 'b', 'b'].map((key) => limiter.accept(key))).toEqual([
      true,
      true,
      false,
      true,
      true,
      false,
    ])
  })

  test('forgets keys that have been idle for a minute', () => {
    let now = 0
    const limiter = rateLimiter(100, () => now)
    for (let key = 0; key < 1_000; key += 1) {
      now += 10
      limiter.accept(`key ${key}`)
    }
    expect(limiter.size).toBe(1_000)
    now += 55_000
    limiter.accept('another')
    // The first 500 were last heard of more than a minute ago.
    expect(limiter.size).toBe(501)
    now += 60_000
    limiter.accept('the last')
    expect(limiter.size).toBe(1)
  })

  test('keeps a key that goes on, however long ago it was first seen', () => {
    let now = 0
    const limiter = rateLimiter(1, () => now)
    expect(limiter.accept('busy')).toBe(true)
    for (let minute = 1; minute <= 5; minute += 1) {
      now = minute * 60_000 - 1
      limiter.accept('other')
      expect(limiter.accept('busy')).toBe(false)
      now = minute * 60_000
      expect(limiter.accept('busy')).toBe(true)
    }
  })
})
