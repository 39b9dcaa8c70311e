/**
 * The colours that Company clients are given: twelve hues far enough apart to tell clients apart by,
 * each with a contrast of at least 4.5:1 to white (WCAG 2.2, 1.4.3), so that text in it can be read.
 */
export const PALETTE = [
  '#b91c1c',
  '#c2410c',
  '#a16207',
  '#4d7c0f',
  '#15803d',
  '#0f766e',
  '#0e7490',
  '#1d4ed8',
  '#4338ca',
  '#7e22ce',
  '#a21caf',
  '#be185d',
] as const

/** The colour of a client by its id: always the same for one id, evenly spread over many. */
export function colorOf(id: string): string {
  let sum = 0
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
  return PALETTE[sum % PALETTE.length] ?? PALETTE[0]
}
