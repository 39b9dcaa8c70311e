import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { EmbeddedModerator } from '../src/mod.ts'
import { INNOCENT, INNOCENT_TEXT } from './innocent.ts'
import { OFFENDING } from './offending.ts'

const moderator = new EmbeddedModerator()
const isFlagged = async (text: string) => (await moderator.check([text])).length > 0

describe('the embedded check', () => {
  test.each(INNOCENT)('lets %j pass', async (text) => {
    expect(await isFlagged(text)).toBe(false)
    expect(await isFlagged(text.toUpperCase())).toBe(false)
    expect(await isFlagged(text.toLowerCase())).toBe(false)
  })

  test.each(OFFENDING)('flags %j', async (text) => {
    expect(await isFlagged(text)).toBe(true)
  })

  test.each(OFFENDING)('flags %j at the end of an innocent text', async (text) => {
    expect(await isFlagged(`${INNOCENT_TEXT} ${text}`)).toBe(true)
  })

  test('lets running text pass', async () => {
    expect(await isFlagged(INNOCENT_TEXT)).toBe(false)
    expect(await isFlagged(INNOCENT.join(', '))).toBe(false)
  })

  test('names exactly the texts to flag, in ascending order', async () => {
    expect(await moderator.check(['Dick Smith', 'fuck', 'Essex', 's.h.i.t', 'class'])).toEqual([1, 3])
    expect(await moderator.check([])).toEqual([])
  })

  test('judges each text for itself, wherever it stands in a call', async () => {
    const texts = fc.array(fc.constantFrom(...INNOCENT, ...OFFENDING, 'f', 'u', 'c', 'k', 'fu', 'ck'), {
      maxLength: 20,
    })
    await fc.assert(
      fc.asyncProperty(texts, async (some) => {
        const alone = await Promise.all(some.map(isFlagged))
        expect(await moderator.check(some)).toEqual(
          alone.flatMap((flagged, index) => (flagged ? [index] : [])),
        )
      }),
      { numRuns: 50 },
    )
  })

  test('answers for any string, lone surrogates included', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
        expect([[], [0]]).toContainEqual(await moderator.check([text]))
      }),
    )
    expect(await moderator.check(['\ud83d', '\udd95 fuck \ud800'])).toEqual([1])
  })
})

describe('the time of the embedded check', () => {
  const title = INNOCENT_TEXT.padEnd(500, ' Hosting and support,').slice(0, 500)

  /** Milliseconds, the best of some runs: other work shares the machine. */
  async function bestOf(runs: number, texts: readonly string[]): Promise<number> {
    let best = Number.POSITIVE_INFINITY
    for (let run = 0; run < runs; run += 1) {
      const started = performance.now()
      await moderator.check(texts)
      best = Math.min(best, performance.now() - started)
    }
    return best
  }

  test('is under 0.1 ms for three short titles, and under 200 ms for 1,000 titles of 500 characters', async () => {
    const script = fileURLToPath(new URL('measure.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [script], { timeout: 25_000 })
    const figures = JSON.parse(stdout)
    expect(figures.threeTitles).toBeLessThan(0.1)
    expect(figures.thousandLatinTitles).toBeLessThan(200)
    expect(figures.thousandCyrillicTitles).toBeLessThan(400)
    expect(figures.fieldOfLigatures).toBeLessThan(5)
  })

  test.each([
    ['single letters', 'a '],
    ['single letters with dots', 'f.'],
    ['almost a word', 'fuc '],
    ['letters drawn out', 'f'],
    ['masks', 'f*'],
    ['signs for letters', 'a1'],
    ['blanks', ' '],
    ['hyphens', '-'],
    ['combining marks', 'e\u0301'],
    ['look-alikes', 'с'],
    ['ligatures that NFKC makes long', '\ufdfa'],
    ['words on the list that are innocent here', 'ass. '],
  ])('grows with the length only, for %s', async (_, piece) => {
    const text = (length: number) => piece.repeat(Math.ceil(length / piece.length))
    const short = await bestOf(5, [text(2_000)])
    const long = await bestOf(3, [text(64_000)])
    // 32 times as long: a quadratic check would take 1,024 times as long.
    expect(long).toBeLessThan(Math.max(short, 0.5) * 32 * 6)
  })

  test('lets others run in between', async () => {
    let turns = 0
    const ticking = setInterval(() => {
      turns += 1
    }, 1)
    await moderator.check(Array.from({ length: 1000 }, () => title))
    clearInterval(ticking)
    expect(turns).toBeGreaterThan(2)
  })
})
