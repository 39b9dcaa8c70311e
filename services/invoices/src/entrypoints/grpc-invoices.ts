import { handlerKit, type Logger, type Pool } from '@invoicing/chassis'
import { invalid, notFound } from '@invoicing/contracts'
import type { Invoice } from '@invoicing/contracts/gen/invoices/v1/invoice'
import type {
  ChangeStatusRequest,
  CreateInvoiceRequest,
  CreateInvoiceResponse,
  DeleteInvoiceRequest,
  InvoicesServiceServer,
  UpdateInvoiceRequest,
  UpdateInvoiceResponse,
} from '@invoicing/contracts/gen/invoices/v1/invoices'
import { fenceClient } from '../adapters/postgres/fence-client.ts'
import { getInvoice } from '../adapters/postgres/get-invoice.ts'
import { getPayment } from '../adapters/postgres/get-payment.ts'
import { listInvoiceIds } from '../adapters/postgres/list-invoice-ids.ts'
import { listInvoices } from '../adapters/postgres/list-invoices.ts'
import { pageRequest } from './page-request.ts'

interface Dependencies {
  readonly app: {
    createInvoice(request: CreateInvoiceRequest): Promise<CreateInvoiceResponse>
    updateInvoice(request: UpdateInvoiceRequest): Promise<UpdateInvoiceResponse>
    deleteInvoice(request: DeleteInvoiceRequest): Promise<void>
    changeStatus(request: ChangeStatusRequest): Promise<Invoice>
  }
  readonly pool: Pool
  readonly log: Logger
}

/** Clients of one ListInvoiceIdsByClient: ten times the largest page of clients. */
const MAX_CLIENTS = 1_000

export function invoicesApi({ app, pool, log }: Dependencies): InvoicesServiceServer {
  const { unary, stream } = handlerKit(log)
  return {
    createInvoice: unary((request) => app.createInvoice(request)),
    getInvoice: unary(async ({ companyId, invoiceId }) => {
      const invoice = await getInvoice(pool, companyId, invoiceId)
      if (invoice === undefined) throw notFound('Invoice not found')
      return { invoice }
    }),
    updateInvoice: unary((request) => app.updateInvoice(request)),
    deleteInvoice: unary(async (request) => {
      await app.deleteInvoice(request)
      return {}
    }),
    changeStatus: unary(async (request) => ({ invoice: await app.changeStatus(request) })),
    getPayment: unary(async ({ companyId, paymentId }) => {
      const payment = await getPayment(pool, companyId, paymentId)
      if (payment === undefined) throw notFound('Payment not found')
      return { payment }
    }),
    fenceClient: unary(async ({ companyId, clientId }) => ({
      invoiceCount: await fenceClient(pool, companyId, clientId),
    })),
    listInvoices: unary(async (request) => {
      const { rows, remaining, next } = await listInvoices(pool, pageRequest(request))
      return { invoices: [...rows], remaining, next: next?.toString() }
    }),
    listInvoiceIdsByClient: stream(({ companyId, clientIds }) => {
      if (clientIds.length > MAX_CLIENTS) throw invalid(`client_ids must hold at most ${MAX_CLIENTS} ids`)
      return listInvoiceIds(pool, companyId, clientIds)
    }),
  }
}
