import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { clientRecord, clientTypeOf, isId, notFound } from '@invoicing/contracts'
import type { ClientFields } from '@invoicing/contracts/gen/clients/v1/clients'
import type { Static } from 'typebox'
import { PageQuery } from '../page.ts'
import { sendList } from '../replies.ts'
import type { Resources } from './dependencies.ts'
import { ClientBody } from './schemas/client.ts'
import { errorAnswers } from './schemas/errors.ts'
import { listOf, single } from './schemas/record.ts'

const tags = ['Clients']

/** Clients (specification 4.3). A record is composed of two services: the client, and its invoices' ids. */
export function clientRoutes({ clients, invoices, pages }: Resources): FastifyPluginAsyncTypebox {
  return async (app) => {
    const create = {
      tags,
      operationId: 'createClient',
      summary: 'Create a client',
      body: ClientBody,
      response: {
        201: single('Client', 'The client, as it is stored.'),
        ...errorAnswers(400, 413, 415, 422),
      },
    }
    app.post('/clients', { schema: create }, async (request, reply) => {
      const { companyId } = request.caller
      const client = await clients.createClient({ companyId, fields: fieldsOf(request.body) })
      return reply.code(201).send({ data: clientRecord(client, []) })
    })

    const list = {
      tags,
      operationId: 'listClients',
      summary: 'List clients, newest first',
      querystring: PageQuery,
      response: { 200: listOf('Client'), ...errorAnswers(400) },
    }
    app.get('/clients', { schema: list }, async (request, reply) => {
      const { companyId } = request.caller
      const scope = { companyId, list: 'clients' }
      const page = await clients.listClients({ companyId, ...pages.read(request.query, scope) })
      const ids = await invoices.invoiceIdsByClient(
        companyId,
        page.clients.map(({ id }) => id),
      )
      const records = page.clients.values().map((client) => clientRecord(client, ids.get(client.id) ?? []))
      return sendList(reply, records, pages.pagination(page.clients.length, page, scope))
    })

    const fetchOne = {
      tags,
      operationId: 'getClient',
      summary: 'Fetch a client',
      response: { 200: single('Client', 'The client.'), ...errorAnswers(404) },
    }
    app.get<{ Params: { id: string } }>('/clients/:id', { schema: fetchOne }, async (request, reply) => {
      const { companyId } = request.caller
      const clientId = request.params.id
      if (!isId('client', clientId)) throw notFound('Client not found')
      const client = await clients.getClient({ companyId, clientId })
      const ids = await invoices.invoiceIdsByClient(companyId, [clientId])
      return reply.send({ data: clientRecord(client, ids.get(clientId) ?? []) })
    })
  }
}

function fieldsOf(body: Static<typeof ClientBody>): ClientFields {
  return {
    companyName: body.company_name,
    type: clientTypeOf(body.type),
    email: body.email ?? undefined,
    phone: body.phone ?? undefined,
    contactPhone: body.contact_phone ?? undefined,
    color: body.color ?? undefined,
    address: body.address ?? undefined,
    city: body.city ?? undefined,
    postalCode: body.postal_code ?? undefined,
    country: body.country ?? undefined,
    taxId: body.tax_id ?? undefined,
  }
}
