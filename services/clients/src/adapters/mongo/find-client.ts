import type { Db } from 'mongodb'
import type { FindClient } from '../../app/dependencies.ts'
import { clientOf, clientsIn } from './documents.ts'

/**
 * A client of a company by its id; undefined when there is none or it is another company's. The
 * company is checked here and not in the query, which stays an equality on `_id`: the one look-up
 * that every server of the protocol serves from an index.
 */
export function findClient(db: Db): FindClient {
  return async (companyId, clientId) => {
    const document = await clientsIn(db).findOne({ _id: clientId })
    return document?.company === companyId ? clientOf(document) : undefined
  }
}
