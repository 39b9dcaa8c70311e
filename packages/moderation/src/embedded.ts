import { setImmediate } from 'node:timers/promises'
import { RegExpMatcher } from 'obscenity'
import { hasDisguisedWord } from './disguise.ts'
import { fold } from './fold.ts'
import type { Moderator } from './moderator.ts'
import { termsAsWritten, withoutInnocentPhrases } from './terms.ts'

// About 10 ms of work, after which others get their turn.
const CHARACTERS_A_TURN = 32_768

/**
 * The check that needs no other service: the word list of `obscenity` with our corrections
 * (terms.ts), and words in disguise (disguise.ts), after Unicode is folded (fold.ts). It never
 * fails, and its time is linear in the length of the texts.
 */
export class EmbeddedModerator implements Moderator {
  private readonly matcher = new RegExpMatcher(termsAsWritten())

  async check(texts: readonly string[]): Promise<readonly number[]> {
    const flagged: number[] = []
    for (let start = 0; start < texts.length; ) {
      let end = start
      for (let length = 0; end < texts.length && length < CHARACTERS_A_TURN; end += 1)
        length += texts[end]?.length ?? 0
      if (start > 0) await setImmediate()
      flagged.push(...this.checkTogether(texts.slice(start, end)).map((index) => start + index))
      start = end
    }
    return flagged
  }

  /** A call of the library costs some 15 µs whatever the length, so texts go to it joined, and apart only after a hit. */
  private checkTogether(texts: readonly string[]): number[] {
    const folded = texts.map(fold)
    const asWritten = folded.map((text) => withoutInnocentPhrases(text.plain))
    const anyHit = this.matcher.hasMatch(asWritten.join('\n'))
    return folded.flatMap((text, index) => {
      const isHit = anyHit && this.matcher.hasMatch(asWritten[index] ?? '')
      return isHit || hasDisguisedWord(text) ? [index] : []
    })
  }
}
