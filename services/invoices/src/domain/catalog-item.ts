import type { Decimal } from '@invoicing/money'

/** What a line takes from a catalog item (specification 1, step 1). */
export interface CatalogItem {
  readonly id: string
  readonly title: string
  readonly unit: string | undefined
  /** In the company's currency; negative for a discount. */
  readonly defaultPrice: Decimal
  /** Percent, 0 to 100. */
  readonly vatRate: Decimal
}
