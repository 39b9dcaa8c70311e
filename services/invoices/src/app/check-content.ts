import { flagged, unavailable } from '@invoicing/contracts'
import { ModerationUnavailableError, type Moderator } from '@invoicing/moderation'

/** Texts by the names of their fields, as the message to the integrator names them. */
export type NamedTexts = readonly (readonly [field: string, text: string])[]

/**
 * Passes texts through the content check, all in one call (specification 1; contract: 422, and
 * nothing is stored).
 *
 * @throws AppError content_flagged naming the first flagged field, or unavailable without an answer
 */
export async function checkContent(moderator: Moderator, texts: NamedTexts): Promise<void> {
  const [first] = await indexesFlagged(
    moderator,
    texts.map(([, text]) => text),
  )
  if (first === undefined) return
  const field = texts[first]?.[0] ?? 'text'
  throw flagged(`${field}: the content could not be accepted`)
}

async function indexesFlagged(moderator: Moderator, texts: readonly string[]): Promise<readonly number[]> {
  try {
    return await moderator.check(texts)
  } catch (error) {
    if (error instanceof ModerationUnavailableError) throw unavailable(error)
    throw error
  }
}
