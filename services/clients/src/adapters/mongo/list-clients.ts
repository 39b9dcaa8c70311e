import type { Db } from 'mongodb'
import type { Client } from '../../domain/client.ts'
import { QUERY_MS } from './connection.ts'
import { clientOf, clientsIn } from './documents.ts'

interface Page {
  readonly clients: Client[]
  /** How many clients of the company come after this page, exactly. */
  readonly remaining: number
  /** The position the next page starts behind; undefined at the end. */
  readonly next: string | undefined
}

/**
 * A company's clients, newest first, from behind the position on (specification 4.1). New clients
 * have greater ids and so never move what is still to come. The count, which reads the index from
 * the position on, is made only when there is a next page.
 */
export async function listClients(
  db: Db,
  companyId: string,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<Page> {
  const clients = clientsIn(db)
  const documents = await clients
    .find({ company: companyId, ...behind(after) }, { maxTimeMS: QUERY_MS })
    .sort({ _id: -1 })
    .limit(limit + 1)
    .toArray()
  const page = documents.slice(0, limit).map(clientOf)
  const next = documents.length > limit ? page.at(-1)?.id : undefined
  if (next === undefined) return { clients: page, remaining: 0, next }

  const rest = { company: companyId, ...behind(next) }
  return { clients: page, remaining: await clients.countDocuments(rest, { maxTimeMS: QUERY_MS }), next }
}

function behind(position: string | undefined) {
  return position === undefined ? {} : { _id: { $lt: position } }
}
