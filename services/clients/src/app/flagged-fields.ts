import { unavailable } from '@invoicing/contracts'
import { ModerationUnavailableError, type Moderator } from '@invoicing/moderation'

/**
 * Of texts by their names in the API, the names of those that a person has to see (specification 4.3, rule 6).
 *
 * @throws AppError unavailable when the content check has no answer: nothing goes past it unchecked
 */
export async function flaggedFields(
  moderator: Moderator,
  textsByName: Readonly<Record<string, string>>,
): Promise<string[]> {
  const texts = Object.entries(textsByName)
  try {
    const flagged = new Set(await moderator.check(texts.map(([, text]) => text)))
    return texts.filter((_, index) => flagged.has(index)).map(([name]) => name)
  } catch (error) {
    throw error instanceof ModerationUnavailableError ? unavailable(error.cause ?? error) : error
  }
}
