import { type ClientFields, ClientType } from '@invoicing/contracts/gen/clients/v1/clients'
import { colorOf } from './color.ts'

/** A person or company that is invoiced (specification 2.3). */
export interface Client {
  readonly id: string
  /** The account that it belongs to. */
  readonly companyId: string
  readonly fields: ClientFields
  /** The changes of it that wait for manual review. */
  readonly reviewIds: readonly string[]
  /** Whether there are any. */
  readonly flagged: boolean
  /** Raised by every change of the fields: a change is stored only over the one it was made from. */
  readonly revision: number
  readonly createdAt: Date
  readonly modifiedAt: Date
}

/**
 * The fields a new client is stored with: `contact_phone` belongs to companies alone and is dropped
 * silently (specification 4.3, rule 2); a Company without a colour is given one (rule 4).
 *
 * @param id the id the client will have; its colour follows from it
 */
export function fieldsOfNew(given: ClientFields, id: string): ClientFields {
  if (given.type === ClientType.CLIENT_TYPE_COMPANY) return { ...given, color: given.color ?? colorOf(id) }
  return { ...given, contactPhone: undefined }
}

/** A client as it comes to be, at the moment that is its Created Date. */
export function newClient(id: string, companyId: string, fields: ClientFields, now: Date): Client {
  return {
    id,
    companyId,
    fields,
    reviewIds: [],
    flagged: false,
    revision: 0,
    createdAt: now,
    modifiedAt: now,
  }
}
