import { invalid } from '@invoicing/contracts'

/**
 * An update names the fields that it clears; one that cannot be cleared must not pass in silence.
 *
 * @throws AppError invalid_argument naming the field
 */
export function requireClearable(clear: readonly string[], clearable: readonly string[]): void {
  const wrong = clear.find((field) => !clearable.includes(field))
  if (wrong !== undefined) throw invalid(`${wrong} cannot be null`)
}
