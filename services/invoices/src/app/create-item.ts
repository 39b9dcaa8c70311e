import { newId } from '@invoicing/contracts'
import type { CreateItemRequest, Item } from '@invoicing/contracts/gen/invoices/v1/invoices'
import type { Moderator } from '@invoicing/moderation'
import { newItemFields } from '../domain/new-item.ts'
import { checkContent } from './check-content.ts'
import type { StoreItem } from './dependencies.ts'

/**
 * Adds an item to a company's catalog (contract, "Accounts, keys, catalog").
 *
 * @throws AppError invalid_argument, content_flagged, or not_found for an unknown category
 */
export function createItem(deps: { readonly moderator: Moderator; readonly storeItem: StoreItem }) {
  return async (request: CreateItemRequest): Promise<Item> => {
    const fields = newItemFields(request)
    await checkContent(deps.moderator, [['title', fields.title]])
    const at = new Date()
    const item = { ...fields, id: newId('item'), companyId: request.companyId, createdAt: at, modifiedAt: at }
    await deps.storeItem(item)
    return item
  }
}
