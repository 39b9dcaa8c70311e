const FOREIGN_KEY_VIOLATION = '23503'

/** Whether a write failed because an item's category is not there, or not any more. */
export function isMissingCategory(error: unknown): boolean {
  return (
    error instanceof Error &&
    Reflect.get(error, 'code') === FOREIGN_KEY_VIOLATION &&
    Reflect.get(error, 'constraint') === 'items_category'
  )
}
