import { Peer } from '@invoicing/chassis'
import { newId } from '@invoicing/contracts'
import {
  type ClientFields,
  ClientsServiceClient,
  ClientType,
  ReviewDecision,
} from '@invoicing/contracts/gen/clients/v1/clients'
import {
  HealthCheckResponse_ServingStatus,
  HealthClient,
} from '@invoicing/contracts/gen/grpc/health/v1/health'
import { freshMongoDatabase } from '@invoicing/testkit'
import { MongoClient } from 'mongodb'
import { loadConfig } from '../../src/config.ts'
import { buildService } from '../../src/service.ts'

/**
 * The service as it runs, on a database of its own, with its gRPC API as functions.
 *
 * @param env settings beside the database's, or instead of them
 */
export async function startClients(env: NodeJS.ProcessEnv = {}) {
  const database = freshMongoDatabase()
  const service = await buildService(
    loadConfig({
      GRPC_ADDRESS: '127.0.0.1:0',
      LOG_LEVEL: 'silent',
      // Nothing listens there: most tests need no other service.
      INVOICES_ADDRESS: '127.0.0.1:9',
      MONGODB_URL: database.url,
      MONGODB_DATABASE: database.name,
      ...env,
    }),
  )
  const peer = new Peer(ClientsServiceClient, service.grpcAddress)
  const health = new Peer(HealthClient, service.grpcAddress)
  const check = health.unary((client) => client.check)
  const store = new MongoClient(database.url)
  const resolveReview = peer.unary((client) => client.resolveReview)
  return {
    createClient: peer.unary((client) => client.createClient),
    getClient: peer.unary((client) => client.getClient),
    listClients: peer.unary((client) => client.listClients),
    updateClient: peer.unary((client) => client.updateClient),
    deleteClient: peer.unary((client) => client.deleteClient),
    listReviews: peer.unary((client) => client.listReviews),
    resolveReview,
    approve: (reviewId: string) =>
      resolveReview({ reviewId, decision: ReviewDecision.REVIEW_DECISION_APPROVE }),
    reject: (reviewId: string) =>
      resolveReview({ reviewId, decision: ReviewDecision.REVIEW_DECISION_REJECT }),
    /** Whether the service says that it is ready for calls. */
    isReady: async () => (await check({ service: '' })).status === HealthCheckResponse_ServingStatus.SERVING,
    /** The database beneath, for what the API does not show. */
    db: store.db(database.name),
    async stop() {
      peer.close()
      health.close()
      await service.stop()
      await store.close()
      await database.drop()
    },
  }
}

export type ClientsUnderTest = Awaited<ReturnType<typeof startClients>>

/** A company that no other test uses. */
export const someCompany = () => newId('company')

export const company = (companyName: string, fields: Partial<ClientFields> = {}): ClientFields => ({
  companyName,
  type: ClientType.CLIENT_TYPE_COMPANY,
  ...fields,
})

export const individual = (companyName: string, fields: Partial<ClientFields> = {}): ClientFields => ({
  companyName,
  type: ClientType.CLIENT_TYPE_INDIVIDUAL,
  ...fields,
})
