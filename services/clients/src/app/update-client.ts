import { notFound, unavailable } from '@invoicing/contracts'
import type { ClientFields } from '@invoicing/contracts/gen/clients/v1/clients'
import type { Moderator } from '@invoicing/moderation'
import { type ClientChange, changedFields, newTexts } from '../domain/change.ts'
import type { Client } from '../domain/client.ts'
import type { Clock, FindClient, StoreChange } from './dependencies.ts'
import { flaggedFields } from './flagged-fields.ts'

interface Dependencies {
  readonly moderator: Moderator
  readonly findClient: FindClient
  readonly storeChange: StoreChange
  readonly holdUpdate: (
    client: Client,
    update: { change: ClientChange; fields: ClientFields },
    names: readonly string[],
  ) => Promise<never>
  readonly now: Clock
}

/** Changes of one client that overtake this one, at the most; each time it is made anew. */
const ATTEMPTS = 20

/**
 * Changes a client (specification 4.3). Changes that come at once are made one after the other: each is
 * stored only over the revision that it was made from, so that the rules hold of what is stored.
 *
 * @throws AppError not_found, invalid_argument by the rules of the resulting type, content_flagged when
 * the change was sent for manual review
 */
export function updateClient({ moderator, findClient, storeChange, holdUpdate, now }: Dependencies) {
  return async (companyId: string, clientId: string, change: ClientChange): Promise<Client> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const client = await findClient(companyId, clientId)
      if (client === undefined) throw notFound('Client not found')
      const fields = changedFields(client, change)
      const names = await flaggedFields(moderator, newTexts(client.fields, fields))
      if (names.length > 0) return holdUpdate(client, { change, fields }, names)

      const changed = { ...client, fields, revision: client.revision + 1, modifiedAt: now() }
      if (await storeChange(changed)) return changed
    }
    throw unavailable(new Error(`${ATTEMPTS} other changes of ${clientId} came first`))
  }
}
