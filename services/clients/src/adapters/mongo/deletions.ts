import { type Db, ObjectId } from 'mongodb'
import type { BeginDeletion, EndDeletion, UnfinishedDeletions } from '../../app/dependencies.ts'
import { QUERY_MS } from './connection.ts'
import { deletionsIn } from './documents.ts'

export function beginDeletion(db: Db): BeginDeletion {
  return async ({ companyId, clientId, startedAt }) => {
    const _id = new ObjectId()
    await deletionsIn(db).insertOne({ _id, company: companyId, client: clientId, started_at: startedAt })
    return _id.toHexString()
  }
}

export function endDeletion(db: Db): EndDeletion {
  return async (deletionId) => {
    await deletionsIn(db).deleteOne({ _id: new ObjectId(deletionId) })
  }
}

/** Read without an index: the collection holds what is being removed at this moment, and nothing else. */
export function unfinishedDeletions(db: Db): UnfinishedDeletions {
  return async (startedBefore, most) => {
    const documents = await deletionsIn(db)
      .find({ started_at: { $lt: startedBefore } }, { maxTimeMS: QUERY_MS })
      .limit(most)
      .toArray()
    return documents.map(({ _id, company, client, started_at }) => ({
      id: _id.toHexString(),
      companyId: company,
      clientId: client,
      startedAt: started_at,
    }))
  }
}
