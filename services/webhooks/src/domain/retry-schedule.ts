/** A delivery is attempted five times in all (specification 8): four pauses lie between. */
const PAUSES = 4

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const

/** The longest pause that makes sense, in milliseconds: a week. */
const LONGEST_MS = 7 * 24 * UNIT_MS.h

/**
 * Reads the pauses between the attempts of a delivery, `1m,5m,30m,2h`, into milliseconds.
 *
 * @throws RangeError saying what is wrong with it
 */
export function parseRetrySchedule(text: string): readonly number[] {
  const pauses = text.split(',').map((part) => parsePause(part.trim()))
  if (pauses.length !== PAUSES) throw new RangeError(`it has ${pauses.length} pauses instead of ${PAUSES}`)
  return pauses
}

function parsePause(text: string): number {
  const [, amount, unit] = /^(\d{1,9})(ms|s|m|h)$/.exec(text) ?? []
  const pause = Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS]
  if (!(pause > 0 && pause <= LONGEST_MS)) {
    throw new RangeError(`"${text}" is not a pause such as 500ms, 10s, 1m or 2h, of a week at the most`)
  }
  return pause
}
