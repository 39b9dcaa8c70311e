import { flagged, newId } from '@invoicing/contracts'
import type { ClientFields } from '@invoicing/contracts/gen/clients/v1/clients'
import type { Moderator } from '@invoicing/moderation'
import { type Client, fieldsOfNew, newClient } from '../domain/client.ts'
import { reviewOfCreate } from '../domain/review.ts'
import { textsOf } from '../domain/texts.ts'
import type { Clock, InsertClient, InsertReview } from './dependencies.ts'
import { flaggedFields } from './flagged-fields.ts'

interface Dependencies {
  readonly moderator: Moderator
  readonly insertClient: InsertClient
  readonly insertReview: InsertReview
  readonly now: Clock
}

/**
 * Stores a client, under the rules of specification 4.3. What is checked is what would be stored.
 * A flagged create stores no client: it is kept whole, for a person to approve or reject.
 *
 * @throws AppError content_flagged when it was sent for manual review
 */
export function createClient({ moderator, insertClient, insertReview, now }: Dependencies) {
  return async (companyId: string, given: ClientFields): Promise<Client> => {
    const id = newId('client')
    const fields = fieldsOfNew(given, id)
    const names = await flaggedFields(moderator, textsOf(fields))
    if (names.length === 0) return insertClient(newClient(id, companyId, fields, now()))

    await insertReview(reviewOfCreate(newId('review'), companyId, { id, fields }, names, now()))
    throw flagged(`The client was sent for manual review because of its ${names.join(', ')}`)
  }
}
