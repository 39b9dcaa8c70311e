import { handlerKit, type Logger, type Pool } from '@invoicing/chassis'
import { notFound } from '@invoicing/contracts'
import type {
  CatalogServiceServer,
  CreateItemCategoryRequest,
  CreateItemRequest,
  Item,
  ItemCategory,
  UpdateItemCategoryRequest,
  UpdateItemRequest,
} from '@invoicing/contracts/gen/invoices/v1/invoices'
import { deleteListed } from '../adapters/postgres/delete-listed.ts'
import { getCategory } from '../adapters/postgres/get-category.ts'
import { getItem } from '../adapters/postgres/get-item.ts'
import { listCategories } from '../adapters/postgres/list-categories.ts'
import { listItems } from '../adapters/postgres/list-items.ts'
import { pageRequest } from './page-request.ts'

interface Dependencies {
  readonly app: {
    createItem(request: CreateItemRequest): Promise<Item>
    updateItem(request: UpdateItemRequest): Promise<Item>
    createCategory(request: CreateItemCategoryRequest): Promise<ItemCategory>
    updateCategory(request: UpdateItemCategoryRequest): Promise<ItemCategory>
  }
  readonly pool: Pool
  readonly log: Logger
}

export function catalogApi({ app, pool, log }: Dependencies): CatalogServiceServer {
  const { unary } = handlerKit(log)
  return {
    createItem: unary(async (request) => ({ item: await app.createItem(request) })),
    listItems: unary(async (request) => {
      const { rows, remaining, next } = await listItems(pool, pageRequest(request))
      return { items: [...rows], remaining, next: next?.toString() }
    }),
    getItem: unary(async ({ companyId, itemId }) => {
      const item = await getItem(pool, companyId, itemId)
      if (item === undefined) throw notFound('Item not found')
      return { item }
    }),
    updateItem: unary(async (request) => ({ item: await app.updateItem(request) })),
    deleteItem: unary(async ({ companyId, itemId }) => {
      if (!(await deleteListed(pool, 'items', companyId, itemId))) throw notFound('Item not found')
      return {}
    }),
    createItemCategory: unary(async (request) => ({ category: await app.createCategory(request) })),
    listItemCategories: unary(async (request) => {
      const { rows, remaining, next } = await listCategories(pool, pageRequest(request))
      return { categories: [...rows], remaining, next: next?.toString() }
    }),
    getItemCategory: unary(async ({ companyId, categoryId }) => {
      const category = await getCategory(pool, companyId, categoryId)
      if (category === undefined) throw notFound('Category not found')
      return { category }
    }),
    updateItemCategory: unary(async (request) => ({ category: await app.updateCategory(request) })),
    deleteItemCategory: unary(async ({ companyId, categoryId }) => {
      const deleted = await deleteListed(pool, 'item_categories', companyId, categoryId)
      if (!deleted) throw notFound('Category not found')
      return {}
    }),
  }
}
