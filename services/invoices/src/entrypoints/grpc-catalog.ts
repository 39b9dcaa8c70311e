import { handlerKit, type Logger, type Pool } from '@invoicing/chassis'
import type {
  CatalogServiceServer,
  CreateItemRequest,
  Item,
} from '@invoicing/contracts/gen/invoices/v1/invoices'
import { listItems } from '../adapters/postgres/list-items.ts'
import { pageRequest } from './page-request.ts'

interface Dependencies {
  readonly app: { createItem(request: CreateItemRequest): Promise<Item> }
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
  }
}
