import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { coalesce, deadlineWithin, withDeadline } from '../src/mod.ts'

/** An execution that waits until it is let go, and the batches that it was given. */
function held<R>(answer: (request: string) => R) {
  const batches: string[][] = []
  const gates: (() => void)[] = []
  const execute = async (_key: string, requests: readonly string[]) => {
    batches.push([...requests])
    const { promise, resolve } = Promise.withResolvers<void>()
    gates.push(resolve)
    await promise
    return requests.map(answer)
  }
  return { batches, execute, release: () => gates.shift()?.() }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('coalesce', () => {
  test('lets a single caller wait for nobody', async () => {
    const batches: (readonly string[])[] = []
    const call = coalesce(async (_key: string, requests: readonly string[]) => {
      batches.push(requests)
      return requests
    })
    expect(await call('a', '1')).toBe('1')
    expect(await call('a', '2')).toBe('2')
    expect(batches).toEqual([['1'], ['2']])
  })

  test('gathers what comes while one runs, and answers each with its own', async () => {
    const { batches, execute, release } = held((request) => `answer ${request}`)
    const call = coalesce(execute)
    const answers = Promise.all(['1', '2', '3'].map((request) => call('a', request)))
    expect(batches).toEqual([['1']])
    release()
    await settled()
    expect(batches).toEqual([['1'], ['2', '3']])
    release()
    expect(await answers).toEqual(['answer 1', 'answer 2', 'answer 3'])
  })

  test('keeps the keys apart', async () => {
    const { batches, execute, release } = held((request) => request)
    const call = coalesce(execute)
    const answers = Promise.all([call('a', '1'), call('b', '2')])
    expect(batches).toEqual([['1'], ['2']])
    release()
    release()
    expect(await answers).toEqual(['1', '2'])
  })

  test('keeps order and the bound on a batch, however many come', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 50 }),
        async (count, most) => {
          const batches: (readonly number[])[] = []
          const call = coalesce(async (_key: string, requests: readonly number[]) => {
            batches.push(requests)
            await settled()
            return requests.map((request) => request * 2)
          }, most)
          const requests = Array.from({ length: count }, (_, index) => index)
          expect(await Promise.all(requests.map((request) => call('a', request)))).toEqual(
            requests.map((request) => request * 2),
          )
          expect(batches.flat()).toEqual(requests)
          expect(Math.max(...batches.map((batch) => batch.length))).toBeLessThanOrEqual(most)
        },
      ),
      { numRuns: 30 },
    )
  })

  test('fails everyone in a failed batch and nobody after it', async () => {
    let failures = 1
    const call = coalesce(async (_key: string, requests: readonly string[]) => {
      await settled()
      if (requests.length > 1 && failures-- > 0) throw new Error('the statement failed')
      return requests
    })
    const first = Promise.allSettled(['1', '2', '3'].map((request) => call('a', request)))
    expect((await first).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await call('a', '4')).toBe('4')
  })

  test('survives an execution that throws before it returns a promise', async () => {
    const call = coalesce((): Promise<string[]> => {
      throw new Error('at once')
    })
    await expect(call('a', '1')).rejects.toThrow('at once')
    await expect(call('a', '2')).rejects.toThrow('at once')
  })

  test('turns away what exceeds its waiting room, and takes callers again when it has emptied', async () => {
    const { execute, release } = held((request) => request)
    const call = coalesce(execute, 2, 3)
    const running = call('a', 'running')
    const waiting = ['1', '2', '3'].map((request) => call('a', request))
    await expect(call('a', 'too many')).rejects.toMatchObject({ code: 'unavailable' })
    const other = call('b', 'another key')
    release()
    release()
    expect(await Promise.all([running, other])).toEqual(['running', 'another key'])
    release()
    await settled()
    const late = call('a', 'late')
    release()
    await settled()
    release()
    expect(await Promise.all([...waiting, late])).toEqual(['1', '2', '3', 'late'])
  })

  test('does not put the deadline of the first caller on those who come later', async () => {
    const seen: number[] = []
    const call = coalesce(async (_key: string, requests: readonly string[]) => {
      seen.push(deadlineWithin(5_000))
      await settled()
      return requests
    })
    const soon = Date.now() + 50
    await Promise.all([withDeadline(soon, () => call('a', '1')), call('a', '2')])
    expect(seen).toHaveLength(2)
    for (const deadline of seen) expect(deadline).toBeGreaterThan(soon + 1_000)
  })
})
