import { handlerKit, type Logger } from '@invoicing/chassis'
import { invalid, isId, notFound } from '@invoicing/contracts'
import {
  type ClientFields,
  type ClientsServiceServer,
  ClientType,
  ReviewDecision,
} from '@invoicing/contracts/gen/clients/v1/clients'
import type { Db } from 'mongodb'
import { findClient } from '../adapters/mongo/find-client.ts'
import { listClients } from '../adapters/mongo/list-clients.ts'
import { listReviews } from '../adapters/mongo/list-reviews.ts'
import type { Client } from '../domain/client.ts'
import { textsOf } from '../domain/texts.ts'

interface Dependencies {
  readonly app: {
    createClient(companyId: string, fields: ClientFields): Promise<Client>
    readonly resolveReview: {
      approve(reviewId: string): Promise<Client>
      reject(reviewId: string): Promise<void>
    }
  }
  readonly db: Db
  readonly log: Logger
}

const MAX_PAGE = 100

export function clientsApi({ app, db, log }: Dependencies): ClientsServiceServer {
  const { unary } = handlerKit(log)
  return {
    createClient: unary(async ({ companyId, fields }) => {
      return { client: await app.createClient(companyId, storable(fields)) }
    }),
    getClient: unary(async ({ companyId, clientId }) => {
      const client = isId('client', clientId) ? await findClient(db, companyId, clientId) : undefined
      if (client === undefined) throw notFound('Client not found')
      return { client }
    }),
    listClients: unary(async ({ companyId, limit, after }) => {
      if (after !== undefined && !isId('client', after)) throw invalid('cursor is not valid')
      return listClients(db, companyId, { limit: pageSize(limit), after })
    }),
    listReviews: unary(async ({ companyId, limit, after }) => {
      if (after !== undefined && !isId('review', after)) throw invalid('after must be the id of a review')
      return listReviews(db, companyId === '' ? undefined : companyId, { limit: pageSize(limit), after })
    }),
    resolveReview: unary(async ({ reviewId, decision }) => {
      if (!isId('review', reviewId)) throw notFound('Review not found')
      switch (decision) {
        case ReviewDecision.REVIEW_DECISION_APPROVE:
          return { client: await app.resolveReview.approve(reviewId) }
        case ReviewDecision.REVIEW_DECISION_REJECT:
          await app.resolveReview.reject(reviewId)
          return { client: undefined }
        case ReviewDecision.REVIEW_DECISION_UNSPECIFIED:
          throw invalid('decision must be approve or reject')
      }
    }),
  }
}

function pageSize(limit: number): number {
  if (limit < 1) throw invalid('limit must be at least 1')
  return Math.min(limit, MAX_PAGE)
}

/** The shapes are the gateway's to check; here stands only what could not be stored at all. */
function storable(fields: ClientFields | undefined): ClientFields {
  if (fields === undefined || fields.companyName === '') throw invalid('company_name is required')
  if (fields.type === ClientType.CLIENT_TYPE_UNSPECIFIED) throw invalid('type must be Individual or Company')
  for (const [name, text] of Object.entries(textsOf(fields))) {
    // Postgres, under the local MongoDB-protocol server, keeps no NUL.
    if (text.includes('\0')) throw invalid(`${name} must not contain a NUL character`)
  }
  return fields
}
