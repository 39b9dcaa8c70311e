import type { LineInput } from '@invoicing/contracts/gen/invoices/v1/invoices'
import { decimal } from '@invoicing/money'
import { describe, expect, it } from '@jest/globals'
import type { CatalogItem } from '../../src/domain/catalog-item.ts'
import { requestedLines } from '../../src/domain/requested-line.ts'
import { resolveLines } from '../../src/domain/resolve-lines.ts'

const hour: CatalogItem = {
  id: 'item_hour',
  title: 'Hour',
  unit: 'h',
  defaultPrice: decimal('120'),
  vatRate: decimal('20'),
}

/** A resolved line with its decimals as texts. */
function resolved(line: LineInput) {
  const [only] = resolveLines(requestedLines([line]), new Map([[hour.id, hour]]))
  return (
    only && {
      ...only,
      quantity: `${only.quantity}`,
      unitPrice: `${only.unitPrice}`,
      vatRate: `${only.vatRate}`,
    }
  )
}

const asInCatalog = {
  itemId: hour.id,
  title: 'Hour',
  quantity: '1',
  unit: 'h',
  unitPrice: '120',
  vatRate: '20',
}

describe('resolveLines', () => {
  it('takes everything from the item', () => {
    expect(resolved({ itemId: hour.id })).toEqual(asInCatalog)
  })

  it.each([[{ unitPrice: '0' }], [{ vatRate: '0' }], [{ unit: 'day' }], [{ quantity: '2.5' }]])(
    'overrides only that field with %j',
    (sent) => {
      expect(resolved({ itemId: hour.id, ...sent })).toEqual({ ...asInCatalog, ...sent })
    },
  )

  it('ignores a title sent with an item', () => {
    expect(resolved({ itemId: hour.id, title: 'Day' })).toEqual(asInCatalog)
  })

  it('prices a one-off only from what is sent', () => {
    const nothing = { itemId: undefined, quantity: '1', unit: undefined, unitPrice: '0', vatRate: '0' }
    expect(resolved({ title: 'Gift' })).toEqual({ ...nothing, title: 'Gift' })
    expect(resolved({ title: 'Oil', unitPrice: '3', vatRate: '5', unit: 'l' })).toEqual({
      ...nothing,
      title: 'Oil',
      unitPrice: '3',
      vatRate: '5',
      unit: 'l',
    })
  })

  it('answers Client not found for an item that is not in the catalog', () => {
    expect(() => resolved({ itemId: 'item_other' })).toThrow('Client not found')
  })
})
