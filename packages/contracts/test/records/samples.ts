import { Client } from '../../src/gen/clients/v1/clients.ts'
import { Invoice, LineItem } from '../../src/gen/invoices/v1/invoice.ts'
import { Item } from '../../src/gen/invoices/v1/invoices.ts'

const CREATED = new Date('2026-01-31T12:34:56.789Z')

/** The least an invoice can be: no file, no note blocks. */
export const plainInvoice = Invoice.fromPartial({
  id: 'inv_a',
  companyId: 'company_a',
  invoiceNumber: 'INV-0001',
  clientId: 'client_a',
  status: 'INVOICE_STATUS_DRAFT',
  issueDate: '2026-01-31',
  dueDate: '2026-02-07',
  currency: 'EUR',
  subtotal: '100.00',
  vatAmount: '20.00',
  vatPercentage: '20',
  total: '120.00',
  lineItemIds: ['li_a', 'li_b'],
  version: 1,
  createdAt: CREATED,
  modifiedAt: CREATED,
})

export const plainLine = LineItem.fromPartial({
  id: 'li_a',
  title: 'Consulting',
  quantity: '2',
  unitPrice: '450',
  vatRate: '20',
  subtotal: '900.00',
  vatAmount: '180.00',
  lineTotal: '1080.00',
})

/** The least a client can be. */
export const plainClient = Client.fromPartial({
  id: 'client_a',
  companyId: 'company_a',
  fields: { companyName: 'Globex', type: 'CLIENT_TYPE_COMPANY' },
  createdAt: CREATED,
  modifiedAt: CREATED,
})

export const plainItem = Item.fromPartial({
  id: 'item_a',
  companyId: 'company_a',
  title: 'Hour of work',
  defaultPrice: '99.90',
  vatRate: '20',
  createdAt: CREATED,
  modifiedAt: CREATED,
})
