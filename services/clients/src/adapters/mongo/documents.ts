import { type ClientTypeName, clientTypeName, clientTypeOf } from '@invoicing/contracts'
import { type ClientFields, ReviewKind } from '@invoicing/contracts/gen/clients/v1/clients'
import type { Collection, Db, ObjectId } from 'mongodb'
import type { ClientChange } from '../../domain/change.ts'
import type { Client } from '../../domain/client.ts'
import type { Review } from '../../domain/review.ts'

/** The settable fields as they are stored, by their names in the API. */
interface FieldsDocument {
  company_name: string
  type: ClientTypeName
  email?: string | undefined
  phone?: string | undefined
  contact_phone?: string | undefined
  color?: string | undefined
  address?: string | undefined
  city?: string | undefined
  postal_code?: string | undefined
  country?: string | undefined
  tax_id?: string | undefined
}

export interface ClientDocument extends FieldsDocument {
  /** The public id; ids are time-ordered, so this is the order of the list as well. */
  _id: string
  company: string
  /** The ids of the changes that wait for review. */
  reviews: string[]
  revision: number
  created_at: Date
  modified_at: Date
}

export interface ReviewDocument {
  _id: string
  company: string
  kind: 'create' | 'update'
  client: string
  flagged_fields: string[]
  fields: FieldsDocument
  /** Of an update. Kept as it is: it is made to the client one day, and never searched. */
  change?: ClientChange | undefined
  /** Pending: an update whose client is not flagged yet. */
  state: 'pending' | 'open' | Decision
  created_at: Date
}

export interface DeletionDocument {
  _id: ObjectId
  company: string
  client: string
  started_at: Date
}

export type Decision = 'approved' | 'rejected'

export const clientsIn = (db: Db): Collection<ClientDocument> => db.collection('clients')
export const deletionsIn = (db: Db): Collection<DeletionDocument> => db.collection('deletions')
export const reviewsIn = (db: Db): Collection<ReviewDocument> => db.collection('reviews')

export function clientDocument({
  id,
  companyId,
  fields,
  reviewIds,
  revision,
  createdAt,
  modifiedAt,
}: Client): ClientDocument {
  return {
    _id: id,
    company: companyId,
    ...fieldsDocument(fields),
    reviews: [...reviewIds],
    revision,
    created_at: createdAt,
    modified_at: modifiedAt,
  }
}

export function clientOf(document: ClientDocument): Client {
  return {
    id: document._id,
    companyId: document.company,
    fields: fieldsOf(document),
    reviewIds: document.reviews,
    flagged: document.reviews.length > 0,
    revision: document.revision,
    createdAt: document.created_at,
    modifiedAt: document.modified_at,
  }
}

export function reviewDocument(review: Review): ReviewDocument {
  return {
    _id: review.id,
    company: review.companyId,
    kind: review.kind === ReviewKind.REVIEW_KIND_UPDATE ? 'update' : 'create',
    client: review.clientId,
    flagged_fields: review.flaggedFields,
    fields: fieldsDocument(review.fields),
    change: review.change,
    state: review.kind === ReviewKind.REVIEW_KIND_UPDATE ? 'pending' : 'open',
    created_at: review.createdAt,
  }
}

export function reviewOf(document: ReviewDocument): Review {
  return {
    id: document._id,
    companyId: document.company,
    kind: document.kind === 'update' ? ReviewKind.REVIEW_KIND_UPDATE : ReviewKind.REVIEW_KIND_CREATE,
    clientId: document.client,
    flaggedFields: document.flagged_fields,
    fields: fieldsOf(document.fields),
    change: document.change,
    createdAt: document.created_at,
  }
}

export function fieldsDocument(fields: ClientFields): FieldsDocument {
  return {
    company_name: fields.companyName,
    type: clientTypeName(fields.type),
    email: fields.email,
    phone: fields.phone,
    contact_phone: fields.contactPhone,
    color: fields.color,
    address: fields.address,
    city: fields.city,
    postal_code: fields.postalCode,
    country: fields.country,
    tax_id: fields.taxId,
  }
}

function fieldsOf(document: FieldsDocument): ClientFields {
  return {
    companyName: document.company_name,
    type: clientTypeOf(document.type),
    email: document.email,
    phone: document.phone,
    contactPhone: document.contact_phone,
    color: document.color,
    address: document.address,
    city: document.city,
    postalCode: document.postal_code,
    country: document.country,
    taxId: document.tax_id,
  }
}
