import { resolveConfusablesTransformer } from 'obscenity'

/*
 * Two ways to read a letter that is not ASCII as the ASCII letter it looks like.
 *
 * The library's table is generous (п for n, я for r), which is right for a word that mixes scripts:
 * nobody writes "fцck" in earnest. In a word of one foreign script the same table makes words where
 * there are none (Ukrainian "роги", horns, would be "porn"), so there only letters count that are
 * drawn the same as a Latin one.
 */
const SAME_SHAPE: readonly (readonly [latin: string, letters: string])[] = [
  // Cyrillic and Greek, small and capital.
  ['a', 'аАαΑ'],
  ['b', 'ВΒЬ'],
  ['c', 'сСϲ'],
  ['d', 'ԁ'],
  ['e', 'еЕΕҽ'],
  ['f', 'ϝ'],
  ['g', 'ԍ'],
  ['h', 'һҺнНΗ'],
  ['i', 'іІιΙӏ'],
  ['j', 'јЈ'],
  ['k', 'кКκΚ'],
  ['l', 'ⅼ'],
  ['m', 'мМΜ'],
  ['n', 'Ν'],
  ['o', 'оОοΟ'],
  ['p', 'рРρΡ'],
  ['q', 'ԛ'],
  ['s', 'ѕЅ'],
  ['t', 'тТτΤ'],
  ['u', 'υ'],
  ['v', 'ѵν'],
  ['w', 'ԝѡ'],
  ['x', 'хХχΧ'],
  ['y', 'уУΥ'],
  ['z', 'Ζ'],
]
// From a to z; Unicode has none of x.
const SMALL_CAPITALS = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ'

const sameShape = new Map(
  SAME_SHAPE.flatMap(([latin, letters]) => [...letters].map((letter) => [letter, latin] as const)),
)
for (const [n, letter] of [...SMALL_CAPITALS].entries()) sameShape.set(letter, String.fromCharCode(97 + n))
// Letters on signs, which Unicode does not decompose: 🅐, 🅰 and the regional indicators 🇦.
for (const first of [0x1f150, 0x1f170, 0x1f1e6]) {
  for (let n = 0; n < 26; n += 1) sameShape.set(String.fromCodePoint(first + n), String.fromCharCode(97 + n))
}

const confusables = resolveConfusablesTransformer()

/** The small Latin letter that `letter` is drawn like, in any context. */
export function sameShapeAs(letter: string): string | undefined {
  return sameShape.get(letter)
}

const DRAWN_AS_LATIN = new RegExp(`^[${[...sameShape.keys()].join('')}\\P{L}]*$`, 'u')

/** Whether each letter of `word` has the shape of a Latin one. */
export function isDrawnAsLatin(word: string): boolean {
  return DRAWN_AS_LATIN.test(word)
}

/** The small Latin letter or digit that `letter` may stand for beside Latin letters. */
export function standsFor(letter: string): string | undefined {
  const codePoint = confusables.transform(letter.codePointAt(0) ?? 0)
  return codePoint !== undefined && codePoint < 128
    ? String.fromCodePoint(codePoint).toLowerCase()
    : undefined
}
