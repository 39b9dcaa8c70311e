/*
 * The words that are refused when they are disguised: taken apart, masked or written with other
 * signs. Who takes the trouble means the word, so words with an innocent meaning are among them
 * ("d1ck"). They are compared whole, never as parts of words.
 */
const STEMS: readonly (readonly [stem: string, endings: string])[] = [
  ['fuck', ' s ed er ers ing in face head off you up'],
  ['motherfuck', ' er ers ing'],
  ['shit', ' s ty ting ter head hole face bag'],
  ['bullshit', ' s ter ting'],
  ['cunt', ' s y'],
  ['bitch', ' es y ing'],
  ['nigger', ' s'],
  ['nigga', ' s'],
  ['faggot', ' s'],
  ['asshole', ' s'],
  ['arsehole', ' s'],
  ['dick', ' s head heads'],
  ['cock', ' s sucker suckers sucking'],
  ['pussy', ''],
  ['whore', ' s'],
  ['slut', ' s ty'],
  ['wank', ' er ers ing'],
  ['twat', ' s'],
  ['porn', ' o'],
  ['penis', ' es'],
  ['vagina', ' s'],
  ['bastard', ' s'],
  ['dildo', ' s'],
  ['blowjob', ' s'],
  ['handjob', ' s'],
  ['titties', ''],
  ['rapist', ' s'],
  ['jizz', ''],
  ['arschloch', ''],
  ['encule', ' s'],
  ['connard', ' s'],
  ['salope', ' s'],
  ['kurwa', ''],
]

const SPELLINGS = STEMS.flatMap(([stem, endings]) => endings.split(' ').map((ending) => stem + ending))
const spellings = new Set(SPELLINGS)
// Without those whose drawn-together form is another word, as Niger is.
const collapsed = new Set(
  SPELLINGS.map(collapse).filter((word) => !['niger', 'nigers', 'niga', 'nigas'].includes(word)),
)
const byOutline = Map.groupBy(spellings, outline)

// Initials and a surname, not a word taken apart.
const NAMES = new Set(['w.anker', 'w.ankers', 'b.itch', 's.lut', 'w.hore'])

export function isSpelling(word: string): boolean {
  return spellings.has(word)
}

/** Whether `word`, with every run of one letter drawn together, is a drawn-together spelling: "shiiit". */
export function isDrawnOut(word: string): boolean {
  return collapsed.has(collapse(word))
}

/**
 * Whether `chunk` is a spelling with some of its inner letters masked: "f**k", "sh*t", "b#tch".
 * A hyphen masks only in "f-ck" and its kind, since hyphens also join letters of part numbers.
 */
export function isMasked(chunk: string): boolean {
  const candidates = byOutline.get(outline(chunk)) ?? []
  return candidates.some((word) => [...word].every((letter, at) => masks(chunk[at], letter, word)))
}

function masks(sign: string | undefined, letter: string, word: string): boolean {
  if (sign === undefined || sign === letter) return sign !== undefined
  return sign === '-' ? word.startsWith('f') : '*#%_|+?^~='.includes(sign)
}

/** Whether `pieces` of `chunk`, joined, are a spelling: "fu-ck", "sh.it". */
export function isTakenApart(chunk: string, joined: string): boolean {
  return spellings.has(joined) && !NAMES.has(chunk)
}

function outline(word: string): string {
  return `${word.length}${word.at(0)}${word.at(-1)}`
}

function collapse(word: string): string {
  return word.replace(/(.)\1+/g, '$1')
}
