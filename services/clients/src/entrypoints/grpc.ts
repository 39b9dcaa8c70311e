import { handlerKit, type Logger } from '@invoicing/chassis'
import { invalid, isId, notFound } from '@invoicing/contracts'
import {
  type ClientFields,
  type ClientPatch,
  type ClientsServiceServer,
  ClientType,
  ReviewDecision,
} from '@invoicing/contracts/gen/clients/v1/clients'
import type { Db } from 'mongodb'
import { findClient } from '../adapters/mongo/find-client.ts'
import { listClients } from '../adapters/mongo/list-clients.ts'
import { listReviews } from '../adapters/mongo/list-reviews.ts'
import { type ClientChange, changeOf } from '../domain/change.ts'
import type { Client } from '../domain/client.ts'
import { textsOf } from '../domain/texts.ts'

interface Dependencies {
  readonly app: {
    createClient(companyId: string, fields: ClientFields): Promise<Client>
    updateClient(companyId: string, clientId: string, change: ClientChange): Promise<Client>
    deleteClient(companyId: string, clientId: string): Promise<void>
    readonly resolveReview: {
      approve(reviewId: string): Promise<Client>
      reject(reviewId: string): Promise<Client | undefined>
    }
  }
  readonly db: Db
  readonly log: Logger
}

const MAX_PAGE = 100

export function clientsApi({ app, db, log }: Dependencies): ClientsServiceServer {
  const { unary } = handlerKit(log)
  const find = findClient(db)
  return {
    createClient: unary(async ({ companyId, fields }) => {
      return { client: await app.createClient(companyId, storable(fields)) }
    }),
    getClient: unary(async ({ companyId, clientId }) => {
      const client = isId('client', clientId) ? await find(companyId, clientId) : undefined
      if (client === undefined) throw notFound('Client not found')
      return { client }
    }),
    updateClient: unary(async ({ companyId, clientId, patch }) => {
      if (!isId('client', clientId)) throw notFound('Client not found')
      return { client: await app.updateClient(companyId, clientId, changeOf(storablePatch(patch))) }
    }),
    deleteClient: unary(async ({ companyId, clientId }) => {
      if (!isId('client', clientId)) throw notFound('Client not found')
      await app.deleteClient(companyId, clientId)
      return {}
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
          return { client: await app.resolveReview.reject(reviewId) }
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
  refuseNul(fields)
  return fields
}

function storablePatch(patch: ClientPatch | undefined): ClientPatch {
  if (patch === undefined) throw invalid('no field that can be set was sent')
  if (patch.companyName === '') throw invalid('company_name must not be blank')
  if (patch.type === ClientType.CLIENT_TYPE_UNSPECIFIED) throw invalid('type must be Individual or Company')
  refuseNul(patch)
  return patch
}

/** Postgres, under the local MongoDB-protocol server, keeps no NUL. */
function refuseNul(fields: Parameters<typeof textsOf>[0]): void {
  for (const [name, text] of Object.entries(textsOf(fields))) {
    if (text.includes('\0')) throw invalid(`${name} must not contain a NUL character`)
  }
}
