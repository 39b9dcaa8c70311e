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
    createSettings: settings.unary((rpc) => rpc.createSettings),
    close: () => {
      for (const peer of [invoices, catalog, settings]) peer.close()
    },
  }
}

export type InvoicesPeer = ReturnType<typeof connectInvoices>
