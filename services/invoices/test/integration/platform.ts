import { Peer } from '@invoicing/chassis'
import {
  type ClientFields,
  ClientsServiceClient,
  ClientType,
} from '@invoicing/contracts/gen/clients/v1/clients'
import type { CreateInvoiceRequest } from '@invoicing/contracts/gen/invoices/v1/invoices'
import { NumberingServiceClient } from '@invoicing/contracts/gen/numbering/v1/numbering'
import { freshDatabase, freshMongoDatabase } from '@invoicing/testkit'
import { type ChildService, startService } from './child-service.ts'
import { type InvoicesUnderTest, type Surroundings, startInvoices } from './invoices-service.ts'

/** The invoices service with the two services that it calls, all of them as they run. */
export interface Platform extends InvoicesUnderTest {
  readonly numbering: ChildService
  readonly clients: ChildService
  /** A new company with settings and a number sequence, and a client of it. */
  account(settings?: Parameters<InvoicesUnderTest['company']>[0]): Promise<Account>
  client(companyId: string, fields?: Partial<ClientFields>): Promise<string>
}

export interface Account {
  readonly companyId: string
  readonly clientId: string
  /** A request with one line of 100, unless told otherwise. */
  request(fields?: Partial<CreateInvoiceRequest>): CreateInvoiceRequest
}

export async function startPlatform(
  surroundings: Pick<Surroundings, 'databaseUrl' | 'natsUrl'> = {},
): Promise<Platform> {
  const mongo = freshMongoDatabase()
  const { url } = await freshDatabase(`${import.meta.dirname}/../../../numbering/migrations`)
  const [clients, numbering] = await Promise.all([
    startService('clients', {
      MONGODB_URL: mongo.url,
      MONGODB_DATABASE: mongo.name,
      // Asked only when a client is deleted.
      INVOICES_ADDRESS: '127.0.0.1:9',
    }),
    startService('numbering', { DATABASE_URL: url, NATS_URL: process.env.NATS_URL ?? '' }),
  ])
  const invoices = await startInvoices({
    ...surroundings,
    clients: clients.address,
    numbering: numbering.address,
  })
  const clientsPeer = new Peer(ClientsServiceClient, clients.address)
  const numberingPeer = new Peer(NumberingServiceClient, numbering.address)
  const createClient = clientsPeer.unary((client) => client.createClient)
  const putSequence = numberingPeer.unary((client) => client.putSequence)

  const client: Platform['client'] = async (companyId, fields) => {
    const response = await createClient({ companyId, fields: someClient(fields) })
    return response.client?.id ?? ''
  }
  return {
    ...invoices,
    numbering,
    clients,
    client,
    account: async (settings) => {
      const companyId = await invoices.company(settings)
      await putSequence({ companyId })
      const clientId = await client(companyId)
      return {
        companyId,
        clientId,
        request: (fields) => ({
          companyId,
          clientId,
          lines: [{ title: 'Design', unitPrice: '100' }],
          ...fields,
        }),
      }
    },
    stop: async () => {
      clientsPeer.close()
      numberingPeer.close()
      await invoices.stop()
      await Promise.all([clients.stop(), numbering.stop()])
      await mongo.drop()
    },
  }
}

const someClient = (fields: Partial<ClientFields> = {}): ClientFields => ({
  companyName: 'Globex',
  type: ClientType.CLIENT_TYPE_COMPANY,
  ...fields,
})
