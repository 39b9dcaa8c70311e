import { CHUNK, type FoldedText } from './fold.ts'
import { isDrawnOut, isMasked, isSpelling, isTakenApart } from './spellings.ts'

// Signs that stand for letters, and what each may stand for.
const SIGN_LETTERS: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'il', '2': 'z', '3': 'e', '4': 'a', '5': 's', '6': 'g', '7': 't', '8': 'b', '9': 'g' },
  ...{ '@': 'a', $: 's', '!': 'il' },
}

// Three letters are too few to tell: A$5 is a price, A55 a part.
const SHORT_SPELLINGS = new Set(['@ss', 'a$$', '@$$', '@rse', '@$$hole', '@$$es'])

const OUTER_SIGNS = /^[^a-z0-9@$]+|[^a-z0-9@$]+$/g
const ONLY_LETTERS = /^[a-z]+$/
const HAS_LETTER = /[a-z]/
const DRAWN_OUT = /([a-z])\1\1/
const SEPARATORS = /[^a-z0-9@$!]+/

// Four or more single letters with signs or blanks between them: "f u c k", "f.u.c.k", "f - u - c - k".
const SPACED_OUT = /(?<![a-z0-9_@$])[a-z0-9@$!](?:[^a-z0-9_@$!]{1,3}[a-z0-9@$!]){3,}(?![a-z0-9_@$])/g
// The two words that are nothing else even when a blank cuts them in two.
const CUT_IN_TWO =
  /(?<![a-z0-9_])(?:f uck|fu ck|fuc k|n igger|ni gger|nig ger|nigg er)(?:s|ed|er|ers|in|ing)?(?![a-z0-9_])/

/** Whether a folded text holds one of the words of spellings.ts in disguise. Linear in its length. */
export function hasDisguisedWord({ disguised, lookAlikes }: FoldedText): boolean {
  if (lookAlikes.some((chunk) => isSpelling(chunk.replace(OUTER_SIGNS, '')))) return true
  for (const [found] of disguised.matchAll(CHUNK)) {
    const chunk = found.replace(OUTER_SIGNS, '')
    if (ONLY_LETTERS.test(chunk)) {
      if (DRAWN_OUT.test(chunk) && isDrawnOut(chunk)) return true
    } else if (HAS_LETTER.test(chunk) && isDisguised(chunk)) {
      return true
    }
  }
  for (const [run] of disguised.matchAll(SPACED_OUT)) {
    if (run.split(/\s{2,}/).some((word) => readings(word.replace(/[^a-z0-9@$!]+/g, '')).some(isSpelling)))
      return true
    if (/fuck|nigger/.test(run.replace(/[^a-z]+/g, ''))) return true
  }
  return CUT_IN_TWO.test(disguised)
}

function isDisguised(chunk: string): boolean {
  if (SHORT_SPELLINGS.has(chunk) || isMasked(chunk)) return true
  const pieces = chunk.split(SEPARATORS)
  if (pieces.some((piece) => isWrittenWithSigns(piece))) return true
  // The last is a letter, as "TI-T5" is a part.
  const joined = pieces.join('')
  return (
    pieces.length > 1 && /[a-z]$/.test(joined) && readings(joined).some((word) => isTakenApart(chunk, word))
  )
}

/** "sh1t", "b!tch"; not "SH17" or "H2O": there must be as many letters as signs, and the last is a letter. */
function isWrittenWithSigns(piece: string): boolean {
  const letters = piece.replace(/[^a-z]+/g, '').length
  const signs = piece.length - letters
  if (signs === 0 || letters < 2 || signs > letters) return false
  if (/[^a-z]$/.test(piece) && (letters < 3 || signs > 1)) return false
  return readings(piece).some((reading) => isSpelling(reading) || isDrawnOut(reading))
}

/** `piece` with each sign read as a letter: two readings where signs have two, "b1owjob" as i and as l. */
function readings(piece: string): string[] {
  if (ONLY_LETTERS.test(piece)) return [piece]
  return [0, 1].map((choice) =>
    piece.replace(/[^a-z]/g, (sign) => {
      const letters = SIGN_LETTERS[sign] ?? ''
      return letters[choice] ?? letters
    }),
  )
}
