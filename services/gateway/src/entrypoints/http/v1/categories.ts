import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { categoryRecord, isId, notFound } from '@invoicing/contracts'
import type { Static } from 'typebox'
import { PageQuery } from '../page.ts'
import { sendList } from '../replies.ts'
import type { Resources } from './dependencies.ts'
import { errorAnswers } from './schemas/errors.ts'
import { CategoryBody, CategoryUpdate } from './schemas/item.ts'
import { deleted, listOf, single } from './schemas/record.ts'

const tags = ['Item categories']

type ById = { Params: { id: string } }

/** Item categories (contract, "Accounts, keys, catalog"). */
export function categoryRoutes({ invoices, pages }: Resources): FastifyPluginAsyncTypebox {
  return async (app) => {
    const create = {
      tags,
      operationId: 'createItemCategory',
      summary: 'Create an item category',
      body: CategoryBody,
      response: {
        201: single('ItemCategory', 'The category, as it is stored.'),
        ...errorAnswers(400, 413, 415),
      },
    }
    app.post('/item-categories', { schema: create }, async (request, reply) => {
      const { companyId } = request.caller
      const category = await invoices.createCategory({ companyId, title: request.body.title })
      return reply.code(201).send({ data: categoryRecord(category) })
    })

    const list = {
      tags,
      operationId: 'listItemCategories',
      summary: 'List item categories, newest first',
      querystring: PageQuery,
      response: { 200: listOf('ItemCategory'), ...errorAnswers(400) },
    }
    app.get('/item-categories', { schema: list }, async (request, reply) => {
      const { companyId } = request.caller
      const scope = { companyId, list: 'item_categories' }
      const page = await invoices.listCategories({ companyId, ...pages.read(request.query, scope) })
      return sendList(
        reply,
        page.categories.values().map(categoryRecord),
        pages.pagination(page.categories.length, page, scope),
      )
    })

    const fetchOne = {
      tags,
      operationId: 'getItemCategory',
      summary: 'Fetch an item category',
      response: { 200: single('ItemCategory', 'The category.'), ...errorAnswers(404) },
    }
    app.get<ById>('/item-categories/:id', { schema: fetchOne }, async (request, reply) => {
      return reply.send({ data: categoryRecord(await invoices.getCategory(keyOf(request))) })
    })

    const update = {
      tags,
      operationId: 'updateItemCategory',
      summary: 'Change an item category',
      body: CategoryUpdate,
      response: {
        200: single('ItemCategory', 'The category, as it is stored.'),
        ...errorAnswers(400, 404, 413, 415),
      },
    }
    app.patch<ById & { Body: Static<typeof CategoryUpdate> }>(
      '/item-categories/:id',
      { schema: update },
      async (request, reply) => {
        // Always there: an update of nothing is refused, and there is no other field.
        const { title = '' } = request.body
        const category = await invoices.updateCategory({ ...keyOf(request), title })
        return reply.send({ data: categoryRecord(category) })
      },
    )

    const remove = {
      tags,
      operationId: 'deleteItemCategory',
      summary: 'Delete an item category',
      description: 'The `category` of its items becomes null.',
      response: {
        200: deleted('It is gone.'),
        ...errorAnswers(404),
      },
    }
    app.delete<ById>('/item-categories/:id', { schema: remove }, async (request, reply) => {
      const key = keyOf(request)
      await invoices.deleteCategory(key)
      return reply.send({ deleted: true, id: key.categoryId })
    })
  }
}

function keyOf(request: { caller: { companyId: string }; params: { id: string } }) {
  const { id } = request.params
  if (!isId('category', id)) throw notFound('Category not found')
  return { companyId: request.caller.companyId, categoryId: id }
}
