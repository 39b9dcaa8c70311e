import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { isId, itemRecord, notFound } from '@invoicing/contracts'
import type { Static } from 'typebox'
import { PageQuery } from '../page.ts'
import { sendList } from '../replies.ts'
import type { Resources } from './dependencies.ts'
import { errorAnswers } from './schemas/errors.ts'
import { ItemBody, ItemUpdate } from './schemas/item.ts'
import { deleted, listOf, single } from './schemas/record.ts'

const tags = ['Items']

type ById = { Params: { id: string } }

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
      const item = await invoices.createItem({
        companyId: request.caller.companyId,
        title: body.title,
        description: body.description ?? undefined,
        unit: body.unit ?? undefined,
        defaultPrice: body.default_price ?? undefined,
        vatRate: body.vat_rate ?? undefined,
        categoryId: categoryOf(body),
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

    const fetchOne = {
      tags,
      operationId: 'getItem',
      summary: 'Fetch a catalog item',
      response: { 200: single('Item', 'The item.'), ...errorAnswers(404) },
    }
    app.get<ById>('/items/:id', { schema: fetchOne }, async (request, reply) => {
      return reply.send({ data: itemRecord(await invoices.getItem(keyOf(request))) })
    })

    const update = {
      tags,
      operationId: 'updateItem',
      summary: 'Change a catalog item',
      description: 'Invoices that the item is on stay as they are. A price or rate of null becomes 0.',
      body: ItemUpdate,
      response: {
        200: single('Item', 'The item, as it is stored.'),
        ...errorAnswers(400, 404, 413, 415, 422),
      },
    }
    app.patch<ById & { Body: Static<typeof ItemUpdate> }>(
      '/items/:id',
      { schema: update },
      async (request, reply) => {
        const { body } = request
        const item = await invoices.updateItem({
          ...keyOf(request),
          title: body.title,
          description: body.description ?? undefined,
          unit: body.unit ?? undefined,
          defaultPrice: body.default_price ?? undefined,
          vatRate: body.vat_rate ?? undefined,
          categoryId: categoryOf(body),
          clear: clearedOf(body),
        })
        return reply.send({ data: itemRecord(item) })
      },
    )

    const remove = {
      tags,
      operationId: 'deleteItem',
      summary: 'Delete a catalog item',
      description: 'Invoices that the item is on stay as they are.',
      response: {
        200: deleted('It is gone.'),
        ...errorAnswers(404),
      },
    }
    app.delete<ById>('/items/:id', { schema: remove }, async (request, reply) => {
      const key = keyOf(request)
      await invoices.deleteItem(key)
      return reply.send({ deleted: true, id: key.itemId })
    })
  }
}

function keyOf(request: { caller: { companyId: string }; params: { id: string } }) {
  const { id } = request.params
  if (!isId('item', id)) throw notFound('Item not found')
  return { companyId: request.caller.companyId, itemId: id }
}

/** @throws AppError not_found for what cannot be the id of a category */
function categoryOf({ category }: { category?: string | null }): string | undefined {
  if (category === undefined || category === null) return undefined
  if (!isId('category', category)) throw notFound('Category not found')
  return category
}

/** The fields sent as null, as the catalog names them. */
function clearedOf(body: Static<typeof ItemUpdate>): string[] {
  return Object.entries(body).flatMap(([field, value]) => {
    if (value !== null) return []
    return field === 'category' ? 'category_id' : field
  })
}
