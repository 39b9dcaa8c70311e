import { Peer } from '@invoicing/chassis'
import {
  BillingSettingsServiceClient,
  CatalogServiceClient,
  InvoicesServiceClient,
} from '@invoicing/contracts/gen/invoices/v1/invoices'
import { answer } from './answer.ts'
import { invoiceIdsByClient } from './invoice-ids-by-client.ts'

/** The invoices service: invoices, the catalog and billing settings, over one connection. */
export function connectInvoices(address: string) {
  const invoices = new Peer(InvoicesServiceClient, address)
  const catalog = new Peer(CatalogServiceClient, address)
  const settings = new Peer(BillingSettingsServiceClient, address)
  const getInvoice = invoices.unary((rpc) => rpc.getInvoice)
  const changeStatus = invoices.unary((rpc) => rpc.changeStatus)
  const getPayment = invoices.unary((rpc) => rpc.getPayment)
  const createItem = catalog.unary((rpc) => rpc.createItem)
  const getItem = catalog.unary((rpc) => rpc.getItem)
  const updateItem = catalog.unary((rpc) => rpc.updateItem)
  const createCategory = catalog.unary((rpc) => rpc.createItemCategory)
  const getCategory = catalog.unary((rpc) => rpc.getItemCategory)
  const updateCategory = catalog.unary((rpc) => rpc.updateItemCategory)
  const getSettings = settings.unary((rpc) => rpc.getSettings)
  const updateSettings = settings.unary((rpc) => rpc.updateSettings)
  return {
    createInvoice: invoices.unary((rpc) => rpc.createInvoice),
    getInvoice: answer(getInvoice, 'invoice'),
    changeStatus: answer(changeStatus, 'invoice'),
    getPayment: answer(getPayment, 'payment'),
    updateInvoice: invoices.unary((rpc) => rpc.updateInvoice),
    deleteInvoice: invoices.unary((rpc) => rpc.deleteInvoice),
    listInvoices: invoices.unary((rpc) => rpc.listInvoices),
    invoiceIdsByClient: invoiceIdsByClient(invoices.stream((rpc) => rpc.listInvoiceIdsByClient)),
    createItem: answer(createItem, 'item'),
    listItems: catalog.unary((rpc) => rpc.listItems),
    getItem: answer(getItem, 'item'),
    updateItem: answer(updateItem, 'item'),
    deleteItem: catalog.unary((rpc) => rpc.deleteItem),
    createCategory: answer(createCategory, 'category'),
    listCategories: catalog.unary((rpc) => rpc.listItemCategories),
    getCategory: answer(getCategory, 'category'),
    updateCategory: answer(updateCategory, 'category'),
    deleteCategory: catalog.unary((rpc) => rpc.deleteItemCategory),
    getSettings: answer(getSettings, 'settings'),
    updateSettings: answer(updateSettings, 'settings'),
    createSettings: settings.unary((rpc) => rpc.createSettings),
    close: () => {
      for (const peer of [invoices, catalog, settings]) peer.close()
    },
  }
}

export type InvoicesPeer = ReturnType<typeof connectInvoices>
