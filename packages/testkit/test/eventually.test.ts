import { describe, expect, test } from '@jest/globals'
import { eventually } from '../src/eventually.ts'

describe('eventually', () => {
  test('answers with the first value that is neither false nor undefined', async () => {
    const answers = [false, undefined, 0]
    expect(await eventually(() => answers.shift())).toBe(0)
    expect(answers).toEqual([])
  })

  test('takes a failure for not yet', async () => {
    let attempts = 0
    const value = await eventually(async () => {
      if (++attempts < 3) throw new Error('not yet')
      return 'now'
    })
    expect([value, attempts]).toEqual(['now', 3])
  })

  test('says what the last attempt came to when the time is up', async () => {
    const failure = new Error('the door is shut')
    const error = await eventually(() => Promise.reject(failure), { within: 30 }).catch((thrown) => thrown)
    expect(error.message).toBe('not within 30 ms; at last: the door is shut')
    expect(error.cause).toBe(failure)
    await expect(eventually(() => false, { within: 30 })).rejects.toThrow('at last: it was false')
  })

  test('gives up an attempt that hangs', async () => {
    const started = performance.now()
    await expect(eventually(() => new Promise(() => {}), { within: 50 })).rejects.toThrow('it did not answer')
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
