import { EmbeddedModerator } from '../src/mod.ts'
import { INNOCENT_TEXT } from './innocent.ts'

/*
 * Prints what the embedded check costs in milliseconds of processor time, the best of many runs,
 * in a process of its own: Jest's sandbox makes the library three times as slow.
 */
const moderator = new EmbeddedModerator()
const latin = INNOCENT_TEXT.padEnd(500, ' Hosting and support,').slice(0, 500)
const cyrillic = 'Консультационные услуги по договору №12 — разработка. '.repeat(12).slice(0, 500)

async function best(runs: number, texts: readonly string[], repeats = 1): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run += 1) {
    const before = process.cpuUsage()
    for (let n = 0; n < repeats; n += 1) await moderator.check(texts)
    least = Math.min(least, process.cpuUsage(before).user / 1000 / repeats)
  }
  return least
}

const figures = {
  threeTitles: await best(20, ['Website design', 'Hosting, 12 months', 'Travel to Sussex'], 200),
  thousandLatinTitles: await best(
    10,
    Array.from({ length: 1000 }, () => latin),
  ),
  thousandCyrillicTitles: await best(
    10,
    Array.from({ length: 1000 }, () => cyrillic),
  ),
  fieldOfLigatures: await best(10, ['\ufdfa'.repeat(2000)]),
}
console.log(JSON.stringify(figures))
