import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { clientIdOf, invoiceRecord, isId, lineItemRecord, notFound } from '@invoicing/contracts'
import type { CreateInvoiceRequest } from '@invoicing/contracts/gen/invoices/v1/invoices'
import type { Static } from 'typebox'
import { PageQuery } from '../page.ts'
import { sendList } from '../replies.ts'
import type { Resources } from './dependencies.ts'
import { lineInput } from './line-input.ts'
import { errorAnswers } from './schemas/errors.ts'
import { InvoiceBody, InvoiceWithLines } from './schemas/invoice.ts'
import { listOf, single } from './schemas/record.ts'

const tags = ['Invoices']

/** Invoices (specification 4.2). */
export function invoiceRoutes({ invoices, pages, publicUrl }: Resources): FastifyPluginAsyncTypebox {
  return async (app) => {
    const create = {
      tags,
      operationId: 'createInvoice',
      summary: 'Create an invoice',
      description:
        'Lines are resolved from the catalog or taken as sent, totals computed, and the number assigned. The PDF follows.',
      body: InvoiceBody,
      response: { 201: InvoiceWithLines, ...errorAnswers(400, 404, 413, 415, 422) },
    }
    app.post('/invoices', { schema: create }, async (request, reply) => {
      const created = await invoices.createInvoice(requestOf(request.body, request.caller.companyId))
      if (created.invoice === undefined) throw new TypeError('a peer answered without invoice')
      return reply.code(201).send({
        data: invoiceRecord(created.invoice, publicUrl),
        line_items: created.lines.map(lineItemRecord),
      })
    })

    const list = {
      tags,
      operationId: 'listInvoices',
      summary: 'List invoices, newest first',
      querystring: PageQuery,
      response: { 200: listOf('Invoice'), ...errorAnswers(400) },
    }
    app.get('/invoices', { schema: list }, async (request, reply) => {
      const { companyId } = request.caller
      const scope = { companyId, list: 'invoices' }
      const page = await invoices.listInvoices({ companyId, ...pages.read(request.query, scope) })
      const records = page.invoices.values().map((invoice) => invoiceRecord(invoice, publicUrl))
      return sendList(reply, records, pages.pagination(page.invoices.length, page, scope))
    })

    const fetchOne = {
      tags,
      operationId: 'getInvoice',
      summary: 'Fetch an invoice',
      response: { 200: single('Invoice', 'The invoice.'), ...errorAnswers(404) },
    }
    app.get<{ Params: { id: string } }>('/invoices/:id', { schema: fetchOne }, async (request, reply) => {
      const { companyId } = request.caller
      const invoiceId = request.params.id
      if (!isId('invoice', invoiceId)) throw notFound('Invoice not found')
      const invoice = await invoices.getInvoice({ companyId, invoiceId })
      return reply.send({ data: invoiceRecord(invoice, publicUrl) })
    })
  }
}

/** @throws AppError not_found, in the specification's own words, for what cannot be a client or an item */
function requestOf(body: Static<typeof InvoiceBody>, companyId: string): CreateInvoiceRequest {
  const clientId = clientIdOf(body.client_id)
  if (clientId === undefined) throw notFound('Client not found')
  return {
    companyId,
    clientId,
    lines: body.items.map(lineInput),
    issueDate: body.issue_date ?? undefined,
    dueDate: body.due_date ?? undefined,
  }
}
