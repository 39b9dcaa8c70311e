import { unavailable } from '@invoicing/contracts'
import type { ClientFields } from '@invoicing/contracts/gen/clients/v1/clients'
import { ModerationUnavailableError, type Moderator } from '@invoicing/moderation'
import { textsOf } from '../domain/texts.ts'

/**
 * The names, as the API has them, of the fields whose text a person has to see (specification 4.3, rule 6).
 *
 * @throws AppError unavailable when the content check has no answer: nothing goes past it unchecked
 */
export async function flaggedFields(moderator: Moderator, fields: ClientFields): Promise<string[]> {
  const texts = Object.entries(textsOf(fields))
  try {
    const flagged = new Set(await moderator.check(texts.map(([, text]) => text)))
    return texts.filter((_, index) => flagged.has(index)).map(([name]) => name)
  } catch (error) {
    throw error instanceof ModerationUnavailableError ? unavailable(error.cause ?? error) : error
  }
}
