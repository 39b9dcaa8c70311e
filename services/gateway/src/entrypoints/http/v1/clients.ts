import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { clientRecord, clientTypeOf, isId, notFound } from '@invoicing/contracts'
import type { ClientFields, ClientPatch } from '@invoicing/contracts/gen/clients/v1/clients'
import type { Static } from 'typebox'
import { PageQuery } from '../page.ts'
import { sendList } from '../replies.ts'
import type { Resources } from './dependencies.ts'
import { ClientBody, ClientUpdate } from './schemas/client.ts'
import { errorAnswers } from './schemas/errors.ts'
import { deleted, listOf, single } from './schemas/record.ts'

const tags = ['Clients']

type ById = { Params: { id: string } }

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
    app.get<ById>('/clients/:id', { schema: fetchOne }, async (request, reply) => {
      const { companyId } = request.caller
      const clientId = clientIdIn(request.params)
      const client = await clients.getClient({ companyId, clientId })
      const ids = await invoices.invoiceIdsByClient(companyId, [clientId])
      return reply.send({ data: clientRecord(client, ids.get(clientId) ?? []) })
    })

    const update = {
      tags,
      operationId: 'updateClient',
      summary: 'Change a client',
      description:
        'Only what is sent changes. `contact_phone` is refused when the resulting type is Individual, and a stored one is dropped when the type becomes Individual. A change that the content check flags leaves the client as it is, with `flagged` true while it waits for review.',
      body: ClientUpdate,
      response: {
        200: single('Client', 'The client, as it is stored.'),
        ...errorAnswers(400, 404, 413, 415, 422),
      },
    }
    app.patch<ById & { Body: Static<typeof ClientUpdate> }>(
      '/clients/:id',
      { schema: update },
      async (request, reply) => {
        const { companyId } = request.caller
        const clientId = clientIdIn(request.params)
        const client = await clients.updateClient({ companyId, clientId, patch: patchOf(request.body) })
        const ids = await invoices.invoiceIdsByClient(companyId, [clientId])
        return reply.send({ data: clientRecord(client, ids.get(clientId) ?? []) })
      },
    )

    const remove = {
      tags,
      operationId: 'deleteClient',
      summary: 'Delete a client',
      description:
        'Refused while any invoice, in any status, refers to the client; the message has the number. Changes of the client that wait for review go with it.',
      response: { 200: deleted('The client is gone.'), ...errorAnswers(404, 409) },
    }
    app.delete<ById>('/clients/:id', { schema: remove }, async (request, reply) => {
      const clientId = clientIdIn(request.params)
      await clients.deleteClient({ companyId: request.caller.companyId, clientId })
      return reply.send({ deleted: true, id: clientId })
    })
  }
}

function clientIdIn({ id }: ById['Params']) {
  if (!isId('client', id)) throw notFound('Client not found')
  return id
}

function patchOf(body: Static<typeof ClientUpdate>): ClientPatch {
  return {
    ...textsOf(body),
    companyName: body.company_name,
    type: body.type && clientTypeOf(body.type),
    clear: Object.entries(body).flatMap(([name, value]) => (value === null ? [name] : [])),
  }
}

function fieldsOf(body: Static<typeof ClientBody>): ClientFields {
  return { ...textsOf(body), companyName: body.company_name, type: clientTypeOf(body.type) }
}

function textsOf(body: Static<typeof ClientUpdate>) {
  return {
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
