import { newId } from '@invoicing/contracts'
import type { CreateItemCategoryRequest, ItemCategory } from '@invoicing/contracts/gen/invoices/v1/invoices'
import { MAX_TITLE } from '../domain/requested-line.ts'
import { requiredText } from '../domain/text-field.ts'
import type { StoreCategory } from './dependencies.ts'

/**
 * Adds a category to a company's catalog. Its title is printed nowhere, so no content check reads it.
 *
 * @throws AppError invalid_argument naming the field
 */
export function createCategory({ storeCategory }: { readonly storeCategory: StoreCategory }) {
  return async ({ companyId, ...sent }: CreateItemCategoryRequest): Promise<ItemCategory> => {
    const title = requiredText('title', sent.title, MAX_TITLE)
    const at = new Date()
    const category = { id: newId('category'), companyId, title, createdAt: at, modifiedAt: at }
    await storeCategory(category)
    return category
  }
}
