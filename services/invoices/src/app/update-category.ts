import type { ItemCategory, UpdateItemCategoryRequest } from '@invoicing/contracts/gen/invoices/v1/invoices'
import { MAX_TITLE } from '../domain/requested-line.ts'
import { requiredText } from '../domain/text-field.ts'
import type { RenameCategory } from './dependencies.ts'

/**
 * Gives a category another title.
 *
 * @throws AppError invalid_argument naming the field, or not_found
 */
export function updateCategory({ renameCategory }: { readonly renameCategory: RenameCategory }) {
  return (request: UpdateItemCategoryRequest): Promise<ItemCategory> => {
    const title = requiredText('title', request.title, MAX_TITLE)
    return renameCategory(request.companyId, request.categoryId, title, new Date())
  }
}
