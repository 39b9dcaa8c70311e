import { notFound } from '@invoicing/contracts'
import { Decimal } from '@invoicing/money'
import type { CatalogItem } from './catalog-item.ts'
import type { RequestedLine } from './requested-line.ts'

/** A line with everything that its amounts are computed from. */
export interface ResolvedLine {
  /** Undefined for a one-off. */
  readonly itemId: string | undefined
  readonly title: string
  readonly quantity: Decimal
  readonly unit: string | undefined
  readonly unitPrice: Decimal
  readonly vatRate: Decimal
}

/**
 * Specification 1, step 1: a catalog line takes title, price, unit and rate from its item, and
 * what was sent overrides its one field; a one-off has only what was sent, price and rate 0 if not.
 *
 * @throws AppError not_found 'Client not found' for an item that is not of this catalog: the
 * specification's own wording (7)
 */
export function resolveLines(
  lines: readonly RequestedLine[],
  catalog: ReadonlyMap<string, CatalogItem>,
): ResolvedLine[] {
  return lines.map((line) => {
    const { itemId, quantity } = line
    if (itemId === undefined) {
      return {
        itemId,
        title: line.title,
        quantity,
        unit: line.unit,
        unitPrice: line.unitPrice ?? Decimal.ZERO,
        vatRate: line.vatRate ?? Decimal.ZERO,
      }
    }
    const item = catalog.get(itemId)
    if (item === undefined) throw notFound('Client not found')
    return {
      itemId,
      title: item.title,
      quantity,
      unit: line.unit ?? item.unit,
      unitPrice: line.unitPrice ?? item.defaultPrice,
      vatRate: line.vatRate ?? item.vatRate,
    }
  })
}
