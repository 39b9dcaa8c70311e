import { type ClientFields, ReviewKind } from '@invoicing/contracts/gen/clients/v1/clients'
import type { ClientChange } from './change.ts'
import type { Client } from './client.ts'

/** A flagged write that waits for a person (contract, "Review"). */
export interface Review {
  readonly id: string
  readonly companyId: string
  readonly kind: ReviewKind
  /** The client that the write concerns; for a create, the id it will have. */
  readonly clientId: string
  /** The names, as the API has them, of the fields whose content was flagged. */
  readonly flaggedFields: string[]
  /** The client as it would be, when it was sent. */
  readonly fields: ClientFields
  /** For an update: the change alone, to be made to the client as it is when it is approved. */
  readonly change?: ClientChange | undefined
  readonly createdAt: Date
}

/** The review of a create: it holds the id in advance, so approving it twice makes one client. */
export function reviewOfCreate(
  id: string,
  companyId: string,
  client: { readonly id: string; readonly fields: ClientFields },
  flaggedFields: readonly string[],
  now: Date,
): Review {
  return {
    id,
    companyId,
    kind: ReviewKind.REVIEW_KIND_CREATE,
    clientId: client.id,
    flaggedFields: [...flaggedFields],
    fields: client.fields,
    createdAt: now,
  }
}

/** The review of an update. */
export function reviewOfUpdate(
  id: string,
  { id: clientId, companyId }: Client,
  update: { readonly change: ClientChange; readonly fields: ClientFields },
  flaggedFields: readonly string[],
  now: Date,
): Review {
  return {
    id,
    companyId,
    kind: ReviewKind.REVIEW_KIND_UPDATE,
    clientId,
    flaggedFields: [...flaggedFields],
    ...update,
    createdAt: now,
  }
}
