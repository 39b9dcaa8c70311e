import type { Item, UpdateItemRequest } from '@invoicing/contracts/gen/invoices/v1/invoices'
import type { Moderator } from '@invoicing/moderation'
import { itemChange } from '../domain/item-change.ts'
import { checkContent } from './check-content.ts'
import type { ChangeItem } from './dependencies.ts'

/**
 * Changes what is named of a catalog item (contract, "Accounts, keys, catalog"). Invoices that it
 * is on stay as they are.
 *
 * @throws AppError invalid_argument, content_flagged, or not_found for an unknown item or category
 */
export function updateItem(deps: { readonly moderator: Moderator; readonly changeItem: ChangeItem }) {
  return async (request: UpdateItemRequest): Promise<Item> => {
    const change = itemChange(request)
    if (change.title !== undefined) await checkContent(deps.moderator, [['title', change.title]])
    return deps.changeItem(request.companyId, request.itemId, change, new Date())
  }
}
