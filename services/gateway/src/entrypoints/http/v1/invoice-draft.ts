import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { invoiceRecord, isId, lineItemRecord, notFound } from '@invoicing/contracts'
import type { Static } from 'typebox'
import type { Resources } from './dependencies.ts'
import { lineInput } from './line-input.ts'
import { errorAnswers } from './schemas/errors.ts'
import { InvoiceUpdate, InvoiceWithLines } from './schemas/invoice.ts'
import { noteBlocksPatch } from './schemas/note-blocks.ts'
import { deleted } from './schemas/record.ts'

const tags = ['Invoices']

interface ById {
  Params: { id: string }
}

/** What can be done to a Draft alone (specification 3.1, rule 3, and 4.2). */
export function invoiceDraftRoutes({ invoices, publicUrl }: Resources): FastifyPluginAsyncTypebox {
  return async (app) => {
    const update = {
      tags,
      operationId: 'updateInvoice',
      summary: 'Change a Draft',
      description:
        '`items` is the full new set of lines, resolved anew from the catalog; lines that are left out are deleted. Dates and note blocks change each on its own; `due_date` does not follow `issue_date`. Totals are recalculated in the currency of the invoice, client and company are taken as they are now, and the PDF is made again. Of two updates at once both succeed, and the later one stands.',
      body: InvoiceUpdate,
      response: { 200: InvoiceWithLines, ...errorAnswers(400, 404, 409, 413, 415, 422) },
    }
    app.patch<ById & { Body: Static<typeof InvoiceUpdate> }>(
      '/invoices/:id',
      { schema: update },
      async (request, reply) => {
        const { body } = request
        const { invoice, lines } = await invoices.updateInvoice({
          ...keyOf(request),
          lines: body.items && { lines: body.items.map(lineInput) },
          issueDate: body.issue_date,
          dueDate: body.due_date,
          noteBlocks: noteBlocksPatch(body),
        })
        if (invoice === undefined) throw new TypeError('a peer answered without invoice')
        return reply.send({ data: invoiceRecord(invoice, publicUrl), line_items: lines.map(lineItemRecord) })
      },
    )

    const remove = {
      tags,
      operationId: 'deleteInvoice',
      summary: 'Delete a Draft for good',
      description: 'With its lines, its PDF and its event log. Its number is not used again.',
      response: {
        200: deleted('It is gone.'),
        ...errorAnswers(404, 409),
      },
    }
    app.delete<ById>('/invoices/:id', { schema: remove }, async (request, reply) => {
      const key = keyOf(request)
      await invoices.deleteInvoice(key)
      return reply.send({ deleted: true, id: key.invoiceId })
    })
  }
}

function keyOf(request: { caller: { companyId: string }; params: { id: string } }) {
  const { id } = request.params
  if (!isId('invoice', id)) throw notFound('Invoice not found')
  return { companyId: request.caller.companyId, invoiceId: id }
}
