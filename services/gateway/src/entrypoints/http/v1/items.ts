import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { isId, itemRecord, notFound } from '@invoicing/contracts'
import { PageQuery } from '../page.ts'
import { sendList } from '../replies.ts'
import type { Resources } from './dependencies.ts'
import { errorAnswers } from './schemas/errors.ts'
import { ItemBody } from './schemas/item.ts'
import { listOf, single } from './schemas/record.ts'

const tags = ['Items']

/** Catalog items (specification 4.5; contract, "Accounts, keys, catalog"). */
export function itemRoutes({ invoices, pages }: Resources): FastifyPluginAsyncTypebox {
  return async (app) => {
    const create = {
      tags,
      operationId: 'createItem',
      summary: 'Create a catalog item',
      body: ItemBody,
      response: {
        201: single('Item', 'The item, as it is stored.'),
        ...errorAnswers(400, 404, 413, 415, 422),
      },
    }
    app.post('/items', { schema: create }, async (request, reply) => {
      const { body } = request
      const categoryId = body.category ?? undefined
      if (categoryId !== undefined && !isId('category', categoryId)) throw notFound('Category not found')
      const item = await invoices.createItem({
        companyId: request.caller.companyId,
        title: body.title,
        description: body.description ?? undefined,
        unit: body.unit ?? undefined,
        defaultPrice: body.default_price ?? undefined,
        vatRate: body.vat_rate ?? undefined,
        categoryId,
      })
      return reply.code(201).send({ data: itemRecord(item) })
    })

    const list = {
      tags,
      operationId: 'listItems',
      summary: 'List catalog items, newest first',
      querystring: PageQuery,
      response: { 200: listOf('Item'), ...errorAnswers(400) },
    }
    app.get('/items', { schema: list }, async (request, reply) => {
      const { companyId } = request.caller
      const scope = { companyId, list: 'items' }
      const page = await invoices.listItems({ companyId, ...pages.read(request.query, scope) })
      return sendList(
        reply,
        page.items.values().map(itemRecord),
        pages.pagination(page.items.length, page, scope),
      )
    })
  }
}
