/** A number that a float may not hold as it is written, by its place in the text. */
export interface LongNumber {
  readonly start: number
  readonly end: number
}

/**
 * Looks over a JSON text before it is parsed: how deep it is nested, without recursion, and where
 * numbers stand that a float might round. Says nothing about whether it is valid.
 */
export function scanJson(text: string): { depth: number; longNumbers: LongNumber[] } {
  const longNumbers: LongNumber[] = []
  let depth = 0
  let level = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = lastOfString(text, at)
    } else if (code === OPENING_BRACKET || code === OPENING_BRACE) {
      level += 1
      if (level > depth) depth = level
    } else if (code === CLOSING_BRACKET || code === CLOSING_BRACE) {
      level -= 1
    } else if (code === MINUS || isDigit(code)) {
      const start = at
      while (isDigit(text.charCodeAt(at + 1)) || MARKS.has(text.charCodeAt(at + 1))) at += 1
      if (mayRound(text, start, at + 1)) longNumbers.push({ start, end: at + 1 })
    }
  }
  return { depth, longNumbers }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING_BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39
/** + - . E e: what a number holds beside its digits. */
const MARKS = new Set([0x2b, MINUS, 0x2e, 0x45, 0x65])

/** Where the string that starts at `at` ends; the end of the text when it does not. */
function lastOfString(text: string, at: number): number {
  let end = at
  do {
    end = text.indexOf('"', end + 1)
    if (end === -1) return text.length
  } while (isEscaped(text, end))
  return end
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1
  return backslashes % 2 === 1
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE
}

/** Decimals of up to 15 digits come back from a float as they were; exponents can go beyond its range. */
const FLOAT_SAFE_LENGTH = 15

function mayRound(text: string, start: number, end: number): boolean {
  return end - start > FLOAT_SAFE_LENGTH || /[eE]/.test(text.slice(start, end))
}
