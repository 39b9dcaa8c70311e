import { assemble, createPool, type Logger, linkBus, migrate, type RunningService } from '@invoicing/chassis'
import {
  BillingSettingsServiceService,
  CatalogServiceService,
  InvoicesServiceService,
} from '@invoicing/contracts/gen/invoices/v1/invoices'
import { createModerator, type Moderator } from '@invoicing/moderation'
import { eventBus } from './adapters/nats/event-bus.ts'
import { clientsPeer } from './adapters/peers/clients.ts'
import { numberingPeer } from './adapters/peers/numbering.ts'
import { claimEvents } from './adapters/postgres/claim-events.ts'
import { getInvoice } from './adapters/postgres/get-invoice.ts'
import { readBillingData } from './adapters/postgres/read-billing-data.ts'
import { removeDraft } from './adapters/postgres/remove-draft.ts'
import { settleEvents } from './adapters/postgres/settle-events.ts'
import { storeDraftChange } from './adapters/postgres/store-draft-change.ts'
import { storeInvoice } from './adapters/postgres/store-invoice.ts'
import { storeItem } from './adapters/postgres/store-item.ts'
import { storeSettings } from './adapters/postgres/store-settings.ts'
import { storeStatusChange } from './adapters/postgres/store-status-change.ts'
import { changeStatus } from './app/change-status.ts'
import { createInvoice } from './app/create-invoice.ts'
import { createItem } from './app/create-item.ts'
import { createSettings } from './app/create-settings.ts'
import { deleteInvoice } from './app/delete-invoice.ts'
import { EventRelay } from './app/relay-events.ts'
import { updateInvoice } from './app/update-invoice.ts'
import type { Config } from './config.ts'
import { billingSettingsApi } from './entrypoints/grpc-billing-settings.ts'
import { catalogApi } from './entrypoints/grpc-catalog.ts'
import { invoicesApi } from './entrypoints/grpc-invoices.ts'

const MIGRATIONS = `${import.meta.dirname}/../migrations`

/** Puts the invoices service together: the only place that knows which adapter serves what. */
export function buildService(config: Config): Promise<RunningService> {
  return assemble('invoices', config, async (assembly) => {
    const { name, log } = assembly
    await migrate(config.DATABASE_URL, MIGRATIONS)
    const pool = createPool(config.DATABASE_URL, name, log)
    assembly.onStop(() => pool.end())
    assembly.needs('postgres', () => pool.query('SELECT 1'))

    // Invoices are created while the bus is away: their events wait in the outbox.
    const link = linkBus(config.NATS_URL, name, log)
    assembly.onStop(() => link.close())
    assembly.needs('nats', () => link.ping())
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
      createSettings: createSettings({ storeSettings: storeSettings(pool) }),
    }
    assembly.serve(InvoicesServiceService, invoicesApi({ app, pool, log }))
    assembly.serve(CatalogServiceService, catalogApi({ app, pool, log }))
    assembly.serve(BillingSettingsServiceService, billingSettingsApi({ app, log }))
  })
}

/** The embedded content check, or the one that the settings name. */
function moderatorOf(config: Config, log: Logger): Moderator {
  if (config.MODERATION_URL === undefined) return createModerator()
  return createModerator({
    url: config.MODERATION_URL,
    ...(config.MODERATION_TOKEN === undefined ? {} : { token: config.MODERATION_TOKEN }),
    deadlineMs: config.MODERATION_DEADLINE_MS,
    onFailure: config.MODERATION_ON_FAILURE,
    onError: (error) => log.warn({ err: error }, 'the content check does not answer'),
  })
}
