import { assemble, type RunningService, useBus, usePostgres } from '@invoicing/chassis'
import {
  BillingSettingsServiceService,
  CatalogServiceService,
  InvoicesServiceService,
} from '@invoicing/contracts/gen/invoices/v1/invoices'
import { moderatorOf } from '@invoicing/moderation'
import { eventBus } from './adapters/nats/event-bus.ts'
import { clientsPeer } from './adapters/peers/clients.ts'
import { numberingPeer } from './adapters/peers/numbering.ts'
import { changeItem } from './adapters/postgres/change-item.ts'
import { changeSettings } from './adapters/postgres/change-settings.ts'
import { claimEvents } from './adapters/postgres/claim-events.ts'
import { getInvoice } from './adapters/postgres/get-invoice.ts'
import { readBillingData } from './adapters/postgres/read-billing-data.ts'
import { removeDraft } from './adapters/postgres/remove-draft.ts'
import { renameCategory } from './adapters/postgres/rename-category.ts'
import { settleEvents } from './adapters/postgres/settle-events.ts'
import { storeCategory } from './adapters/postgres/store-category.ts'
import { storeDraftChange } from './adapters/postgres/store-draft-change.ts'
import { storeInvoice } from './adapters/postgres/store-invoice.ts'
import { storeItem } from './adapters/postgres/store-item.ts'
import { storeSettings } from './adapters/postgres/store-settings.ts'
import { storeStatusChange } from './adapters/postgres/store-status-change.ts'
import { changeStatus } from './app/change-status.ts'
import { createCategory } from './app/create-category.ts'
import { createInvoice } from './app/create-invoice.ts'
import { createItem } from './app/create-item.ts'
import { createSettings } from './app/create-settings.ts'
import { deleteInvoice } from './app/delete-invoice.ts'
import { EventRelay } from './app/relay-events.ts'
import { updateCategory } from './app/update-category.ts'
import { updateInvoice } from './app/update-invoice.ts'
import { updateItem } from './app/update-item.ts'
import { updateSettings } from './app/update-settings.ts'
import type { Config } from './config.ts'
import { billingSettingsApi } from './entrypoints/grpc-billing-settings.ts'
import { catalogApi } from './entrypoints/grpc-catalog.ts'
import { invoicesApi } from './entrypoints/grpc-invoices.ts'

const MIGRATIONS = `${import.meta.dirname}/../migrations`

/** Puts the invoices service together: the only place that knows which adapter serves what. */
export function buildService(config: Config): Promise<RunningService> {
  return assemble('invoices', config, async (assembly) => {
    const { log } = assembly
    const pool = await usePostgres(assembly, config.DATABASE_URL, MIGRATIONS)

    // Invoices are created while the bus is away: their events wait in the outbox.
    const link = useBus(assembly, config.NATS_URL)
    const outbox = { claim: claimEvents(pool), settle: settleEvents(pool) }
    const relay = new EventRelay(outbox, eventBus(link), log)
    assembly.onStop(() => relay.stop())

    const clients = clientsPeer(config.CLIENTS_ADDRESS)
    assembly.onStop(() => clients.close())
    const numbering = numberingPeer(config.NUMBERING_ADDRESS)
    assembly.onStop(() => numbering.close())

    const moderator = moderatorOf(config, log)
    const app = {
      createInvoice: createInvoice({
        getClient: clients.getClient,
        readBillingData: readBillingData(pool),
        moderator,
        allocateNumber: numbering.allocateNumber,
        storeInvoice: storeInvoice(pool),
        eventStored: () => relay.kick(),
      }),
      updateInvoice: updateInvoice({
        getInvoice: (companyId, invoiceId) => getInvoice(pool, companyId, invoiceId),
        getClient: clients.getClient,
        readBillingData: readBillingData(pool),
        moderator,
        storeDraftChange: storeDraftChange(pool),
        eventStored: () => relay.kick(),
      }),
      deleteInvoice: deleteInvoice({ removeDraft: removeDraft(pool), eventStored: () => relay.kick() }),
      changeStatus: changeStatus({
        storeStatusChange: storeStatusChange(pool),
        eventStored: () => relay.kick(),
      }),
      createItem: createItem({ moderator, storeItem: storeItem(pool) }),
      updateItem: updateItem({ moderator, changeItem: changeItem(pool) }),
      createCategory: createCategory({ storeCategory: storeCategory(pool) }),
      updateCategory: updateCategory({ renameCategory: renameCategory(pool) }),
      createSettings: createSettings({ storeSettings: storeSettings(pool) }),
      updateSettings: updateSettings({ changeSettings: changeSettings(pool) }),
    }
    assembly.serve(InvoicesServiceService, invoicesApi({ app, pool, log }))
    assembly.serve(CatalogServiceService, catalogApi({ app, pool, log }))
    assembly.serve(BillingSettingsServiceService, billingSettingsApi({ app, pool, log }))
  })
}
