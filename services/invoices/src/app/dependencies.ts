import type { Client } from '@invoicing/contracts/gen/clients/v1/clients'
import type { Invoice, LineItem } from '@invoicing/contracts/gen/invoices/v1/invoice'
import type { Item, ItemCategory, Settings } from '@invoicing/contracts/gen/invoices/v1/invoices'
import type { BillingSettings, NewBillingSettings } from '../domain/billing-settings.ts'
import type { CatalogItem } from '../domain/catalog-item.ts'
import type { DraftChanged } from '../domain/draft-changed.ts'
import type { InvoiceCreated } from '../domain/invoice-created.ts'
import type { ItemChange } from '../domain/item-change.ts'
import type { SettingsChange } from '../domain/settings-change.ts'
import type { StatusChange } from '../domain/status-change.ts'

/** What an invoice is made with, read together and for this one invoice. */
export interface BillingData {
  readonly settings: BillingSettings
  /** Of the items asked for, those that the company has, by id. */
  readonly items: ReadonlyMap<string, CatalogItem>
}

/** Undefined for a company without settings. */
export type ReadBillingData = (
  companyId: string,
  itemIds: readonly string[],
) => Promise<BillingData | undefined>

/** @throws AppError not_found 'Client not found' for an unknown client and for one of another company */
export type GetClient = (companyId: string, clientId: string) => Promise<Client>

/** Reserves the invoice's number and answers it as printed. Idempotent by invoice id. */
export type AllocateNumber = (companyId: string, invoiceId: string) => Promise<string>

/** Stores the invoice, its lines, its event log and its outbox row in one transaction. */
export type StoreInvoice = (created: InvoiceCreated) => Promise<void>

/**
 * Decides on an invoice that nobody else can change meanwhile, and stores what was decided with its
 * payment, event log and outbox row, in one transaction. What `decide` throws leaves all as it was.
 *
 * @returns the invoice after the change; undefined for an unknown one and for one of another company
 */
export type StoreStatusChange = (
  companyId: string,
  invoiceId: string,
  decide: (invoice: Invoice) => StatusChange,
) => Promise<Invoice | undefined>

/** Undefined for an unknown invoice and for one of another company. */
export type GetInvoice = (companyId: string, invoiceId: string) => Promise<Invoice | undefined>

/**
 * Decides on a Draft that nobody else can change meanwhile, and stores what was decided with its
 * event log and outbox row, in one transaction. What `decide` throws leaves all as it was.
 *
 * @returns the invoice and all its lines after the change; undefined as GetInvoice
 */
export type StoreDraftChange = (
  companyId: string,
  invoiceId: string,
  decide: (invoice: Invoice) => DraftChanged,
) => Promise<{ invoice: Invoice; lines: LineItem[] } | undefined>

/**
 * Removes an invoice that nobody else can change meanwhile, with its lines and event log, and
 * stores the event that tells of it. What `decide` throws leaves all as it was.
 *
 * @returns false for an unknown invoice and for one of another company
 */
export type RemoveDraft = (
  companyId: string,
  invoiceId: string,
  decide: (invoice: Invoice) => { readonly eventId: string; readonly at: Date },
) => Promise<boolean>

/**
 * Stores an item at the head of its company's list.
 *
 * @throws AppError not_found 'Category not found', or 'Company not found' for one without settings
 */
export type StoreItem = (item: Item) => Promise<void>

/**
 * Changes an item in one statement, and answers it as it is then.
 *
 * @throws AppError not_found 'Item not found' for an unknown one and for one of another company, or
 * 'Category not found'
 */
export type ChangeItem = (companyId: string, itemId: string, change: ItemChange, at: Date) => Promise<Item>

/**
 * Stores a category at the head of its company's list.
 *
 * @throws AppError not_found 'Company not found' for a company without settings
 */
export type StoreCategory = (category: ItemCategory) => Promise<void>

/** @throws AppError not_found 'Category not found' for an unknown one and for one of another company */
export type RenameCategory = (
  companyId: string,
  categoryId: string,
  title: string,
  at: Date,
) => Promise<ItemCategory>

/** Stores a new company's settings; those of a company that has some stay as they are. */
export type StoreSettings = (settings: NewBillingSettings, at: Date) => Promise<void>

/**
 * Changes a company's settings in one statement, and answers them as they are then.
 *
 * @throws AppError not_found 'Company not found' for a company without settings
 */
export type ChangeSettings = (companyId: string, change: SettingsChange, at: Date) => Promise<Settings>

/** An event on its way to the bus. */
export interface OutboxEvent {
  readonly id: string
  readonly subject: string
  readonly payload: Uint8Array
}

/** The outbox as a relay sees it. */
export interface Outbox {
  /**
   * Takes unpublished events for this relay alone and for a while: at most one of each invoice,
   * the earliest, so that no relay overtakes another with the events of one invoice.
   */
  claim(most: number): Promise<readonly OutboxEvent[]>
  /** Marks what was published; what failed may be claimed again a little later. */
  settle(publishedIds: readonly string[], failedIds: readonly string[]): Promise<void>
}

/** The bus as a relay sees it. */
export interface EventBus {
  /** Settles when the bus answers; rejects at once while there is no connection. */
  reachable(): Promise<void>
  /** Makes the bus take invoice events; needed once, and after whatever made publishing fail. */
  prepare(): Promise<void>
  /** Settles when the bus has stored the event. Publishing an event again soon does nothing. */
  publish(event: OutboxEvent): Promise<void>
}
