import { isDrawnAsLatin, sameShapeAs, standsFor } from './look-alikes.ts'

/** A text made ready to be searched, all of it in ASCII. */
export interface FoldedText {
  /**
   * As written, in small letters. Other letters and digits are `_`, so that a word ends where it
   * ends for the reader (`râpé` is not `r p`); other signs are blanks.
   */
  readonly plain: string
  /** As it may be read: without accents, and with look-alike letters for what they look like. Other signs are `*`. */
  readonly disguised: string
  /** Those chunks of `disguised` that differ from what is written. */
  readonly lookAlikes: readonly string[]
}

/** What stands between blanks and the punctuation that nobody writes inside a word, however disguised. */
export const CHUNK = /[^\s"',;:()[\]{}<>/\\&]+/g

const ONLY_PRINTABLE = /^[\t\n\r\x20-\x7e]*$/
// What takes no room on screen: control characters, format characters (zero-width ones, the soft
// hyphen), the combining grapheme joiner and the fillers of Hangul and Khmer.
const INVISIBLE = /(?![\t\n\r])\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}/gu
// Arabic ligatures, of which NFKC would make up to 18 letters each that no pattern looks for.
const LIGATURES = /[\ufb50-\ufdff\ufe70-\ufefc]/g
const MARKS = /\p{M}+/gu
const APOSTROPHES = /[‘’ʼ`´]/g
const NON_ASCII = /\P{ASCII}/gu
const WORD_CHARACTER = /[\p{L}\p{N}]/u
const FOREIGN_WORD_CHARACTER = /(?!\p{ASCII})[\p{L}\p{N}]/gu
const LATIN = /\p{Script=Latin}/u

/** Time and size are linear in the length of `text` (NFKC makes no more than 6 characters of one). */
export function fold(text: string): FoldedText {
  if (ONLY_PRINTABLE.test(text)) {
    const plain = text.toLowerCase()
    return { plain, disguised: plain, lookAlikes: [] }
  }
  // NFKC takes full-width, mathematical, circled and superscript letters back to plain ones.
  const visible = text
    .replace(INVISIBLE, '')
    .replace(LIGATURES, 'ا')
    .normalize('NFKC')
    .replace(APOSTROPHES, "'")
  const plain = blankOut(visible.replace(MARKS, ''), ' ').toLowerCase()
  const lookAlikes: string[] = []
  const disguised = visible.replace(CHUNK, (chunk) => {
    if (ONLY_PRINTABLE.test(chunk)) return chunk.toLowerCase()
    const read = readLookAlikes(chunk)
    lookAlikes.push(read)
    return read
  })
  return { plain, disguised, lookAlikes }
}

function readLookAlikes(chunk: string): string {
  const unmarked = chunk.normalize('NFD').replace(MARKS, '')
  const mixed = LATIN.test(unmarked)
  // A word of a foreign script is a disguise only when every letter of it looks Latin.
  if (!mixed && !isDrawnAsLatin(unmarked)) return blankOut(unmarked, '*')
  return unmarked
    .replace(NON_ASCII, (sign) => {
      const letter = sameShapeAs(sign) ?? (mixed ? standsFor(sign) : undefined)
      return letter ?? (WORD_CHARACTER.test(sign) ? '_' : '*')
    })
    .toLowerCase()
}

function blankOut(text: string, signs: ' ' | '*'): string {
  return text.replace(FOREIGN_WORD_CHARACTER, '_').replace(NON_ASCII, signs)
}
