import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { invoiceRecord, isId, notFound, receiptUrl } from '@invoicing/contracts'
import { InvoiceStatus } from '@invoicing/contracts/gen/invoices/v1/invoice'
import type { Static } from 'typebox'
import type { Resources } from './dependencies.ts'
import { errorAnswers } from './schemas/errors.ts'
import { InvoiceWithReceipt, StatusBody } from './schemas/status.ts'

const TARGETS = {
  Sent: InvoiceStatus.INVOICE_STATUS_SENT,
  Paid: InvoiceStatus.INVOICE_STATUS_PAID,
  Canceled: InvoiceStatus.INVOICE_STATUS_CANCELED,
} as const

interface Request {
  Params: { id: string }
  Body: Static<typeof StatusBody>
}

/** The status of an invoice (specification 3.1 and 4.2). */
export function invoiceStatusRoutes({ invoices, publicUrl }: Resources): FastifyPluginAsyncTypebox {
  return async (app) => {
    const schema = {
      tags: ['Invoices'],
      operationId: 'changeInvoiceStatus',
      summary: 'Change the status of an invoice',
      description:
        'One way: Draft becomes Sent, Paid or Canceled; Sent becomes Paid or Canceled; Paid and Canceled are final. With Paid a payment of the total is recorded and a receipt made.',
      body: StatusBody,
      response: { 200: InvoiceWithReceipt, ...errorAnswers(400, 404, 409, 413, 415) },
    }
    app.post<Request>('/invoices/:id/status', { schema }, async (request, reply) => {
      const invoiceId = request.params.id
      if (!isId('invoice', invoiceId)) throw notFound('Invoice not found')
      const { body } = request
      const invoice = await invoices.changeStatus({
        companyId: request.caller.companyId,
        invoiceId,
        status: TARGETS[body.status],
        paymentMethod: body.payment_method ?? undefined,
        paymentReference: body.payment_reference ?? undefined,
        paymentNotes: body.payment_notes ?? undefined,
      })
      const receipt = receiptUrl(invoice, publicUrl)
      return reply.send({
        data: invoiceRecord(invoice, publicUrl),
        ...(receipt !== undefined && { receipt_url: receipt }),
      })
    })
  }
}
