import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { isId, notFound, paymentRecord } from '@invoicing/contracts'
import type { Resources } from './dependencies.ts'
import { errorAnswers } from './schemas/errors.ts'
import { single } from './schemas/record.ts'

/** Payments: read only, made by the change of an invoice to Paid (contract, "Lifecycle and events"). */
export function paymentRoutes({ invoices }: Resources): FastifyPluginAsyncTypebox {
  return async (app) => {
    const schema = {
      tags: ['Payments'],
      operationId: 'getPayment',
      summary: 'Fetch a payment',
      response: { 200: single('Payment', 'The payment.'), ...errorAnswers(404) },
    }
    app.get<{ Params: { id: string } }>('/payments/:id', { schema }, async (request, reply) => {
      const paymentId = request.params.id
      if (!isId('payment', paymentId)) throw notFound('Payment not found')
      const payment = await invoices.getPayment({ companyId: request.caller.companyId, paymentId })
      return reply.send({ data: paymentRecord(payment) })
    })
  }
}
