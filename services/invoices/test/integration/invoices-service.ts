import { Peer } from '@invoicing/chassis'
import { newId } from '@invoicing/contracts'
import {
  HealthCheckResponse_ServingStatus,
  HealthClient,
} from '@invoicing/contracts/gen/grpc/health/v1/health'
import {
  BillingSettingsServiceClient,
  CatalogServiceClient,
  type CreateItemRequest,
  type CreateSettingsRequest,
  InvoicesServiceClient,
  UpdateInvoiceRequest,
} from '@invoicing/contracts/gen/invoices/v1/invoices'
import { freshDatabase } from '@invoicing/testkit'
import pg from 'pg'
import { loadConfig } from '../../src/config.ts'
import { buildService } from '../../src/service.ts'

export const MIGRATIONS = `${import.meta.dirname}/../../migrations`
/** Nothing listens there: for tests that need no other service. */
const NOWHERE = '127.0.0.1:9'

export interface Surroundings {
  /** A database to share with another replica; unless told, one of its own. */
  readonly databaseUrl?: string
  readonly natsUrl?: string
  readonly clients?: string
  readonly numbering?: string
}

/** The service as it runs, with its gRPC API as functions and the database beneath. */
export async function startInvoices(surroundings: Surroundings = {}) {
  const databaseUrl = surroundings.databaseUrl ?? (await freshDatabase(MIGRATIONS)).url
  const service = await buildService(
    loadConfig({
      GRPC_ADDRESS: '127.0.0.1:0',
      LOG_LEVEL: 'silent',
      DATABASE_URL: databaseUrl,
      NATS_URL: surroundings.natsUrl ?? process.env.NATS_URL,
      CLIENTS_ADDRESS: surroundings.clients ?? NOWHERE,
      NUMBERING_ADDRESS: surroundings.numbering ?? NOWHERE,
    }),
  )
  const invoices = new Peer(InvoicesServiceClient, service.grpcAddress)
  const catalog = new Peer(CatalogServiceClient, service.grpcAddress)
  const billing = new Peer(BillingSettingsServiceClient, service.grpcAddress)
  const health = new Peer(HealthClient, service.grpcAddress)
  const check = health.unary((client) => client.check)
  const updateInvoice = invoices.unary((client) => client.updateInvoice)
  const createSettings = billing.unary((client) => client.createSettings)
  const db = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  return {
    databaseUrl,
    createInvoice: invoices.unary((client) => client.createInvoice),
    getInvoice: invoices.unary((client) => client.getInvoice),
    fenceClient: invoices.unary((client) => client.fenceClient),
    changeStatus: invoices.unary((client) => client.changeStatus),
    getPayment: invoices.unary((client) => client.getPayment),
    /** What is left out of a change stays. */
    updateInvoice: (change: InvoiceChange) => updateInvoice(UpdateInvoiceRequest.fromPartial(change)),
    deleteInvoice: invoices.unary((client) => client.deleteInvoice),
    listInvoices: invoices.unary((client) => client.listInvoices),
    listInvoiceIds: invoices.stream((client) => client.listInvoiceIdsByClient),
    createItem: catalog.unary((client) => client.createItem),
    listItems: catalog.unary((client) => client.listItems),
    getItem: catalog.unary((client) => client.getItem),
    updateItem: catalog.unary((client) => client.updateItem),
    deleteItem: catalog.unary((client) => client.deleteItem),
    createCategory: catalog.unary((client) => client.createItemCategory),
    listCategories: catalog.unary((client) => client.listItemCategories),
    getCategory: catalog.unary((client) => client.getItemCategory),
    updateCategory: catalog.unary((client) => client.updateItemCategory),
    deleteCategory: catalog.unary((client) => client.deleteItemCategory),
    createSettings,
    getSettings: billing.unary((client) => client.getSettings),
    updateSettings: billing.unary((client) => client.updateSettings),
    /** A new company with settings. */
    async company(settings: Partial<CreateSettingsRequest> = {}): Promise<string> {
      const companyId = newId('company')
      await createSettings({ ...someSettings(companyId), ...settings })
      return companyId
    },
    isReady: async () => (await check({ service: '' })).status === HealthCheckResponse_ServingStatus.SERVING,
    /** The database beneath, for what the API does not show. */
    db,
    async stop() {
      for (const peer of [invoices, catalog, billing, health]) peer.close()
      await service.stop()
      await db.end()
    },
  }
}

export type InvoiceChange = Parameters<typeof UpdateInvoiceRequest.fromPartial>[0]

export type InvoicesUnderTest = Awaited<ReturnType<typeof startInvoices>>

export const someSettings = (companyId: string): CreateSettingsRequest => ({
  companyId,
  name: 'Acme Ltd',
  currency: 'EUR',
  paymentTerms: 7,
  timeZone: 'UTC',
  locale: 'en-US',
})

export const someItem = (companyId: string, fields: Partial<CreateItemRequest> = {}): CreateItemRequest => ({
  companyId,
  title: 'Consulting',
  ...fields,
})
