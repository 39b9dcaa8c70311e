import type { LineInput } from '@invoicing/contracts/gen/invoices/v1/invoices'
import { describe, expect, it } from '@jest/globals'
import { requestedLines } from '../../src/domain/requested-line.ts'

describe('requestedLines', () => {
  it('trims texts, takes a blank one as absent, and a quantity of 1 where none is sent', () => {
    const [line] = requestedLines([{ title: ' Design ', unit: '  ' }])
    expect(line).toMatchObject({ itemId: undefined, title: 'Design', unit: undefined })
    expect(line?.quantity.toString()).toBe('1')
  })

  it('does not look at the title of a catalog line', () => {
    const [line] = requestedLines([{ itemId: 'item_1', title: 'x'.repeat(501) }])
    expect(line).toMatchObject({ itemId: 'item_1' })
    expect(line).not.toHaveProperty('title')
  })

  it('takes an empty item id as none', () => {
    expect(requestedLines([{ itemId: '', title: 'Design' }])).toMatchObject([
      { itemId: undefined, title: 'Design' },
    ])
  })

  it('refuses an invoice without lines', () => {
    expect(() => requestedLines([])).toThrow(
      'items is required: at least one line, each with item_id or title',
    )
  })

  const refusals: [LineInput, string][] = [
    [{}, 'items[1] needs an item_id or a title'],
    [{ title: '   ' }, 'items[1] needs an item_id or a title'],
    [{ itemId: '', title: '' }, 'items[1] needs an item_id or a title'],
    [{ title: 'é'.repeat(501) }, 'items[1].title must be at most 500 characters'],
    [{ title: 'a\0' }, 'items[1].title must not contain the character U+0000'],
    [{ title: 'a', unit: 'u'.repeat(51) }, 'items[1].unit must be at most 50 characters'],
    [{ title: 'a', quantity: '0' }, 'items[1].quantity must be a number greater than 0'],
    [{ title: 'a', quantity: '-1' }, 'items[1].quantity must be a number greater than 0'],
    [{ title: 'a', quantity: 'NaN' }, 'items[1].quantity must be a number greater than 0'],
    [{ title: 'a', quantity: '' }, 'items[1].quantity must be a number greater than 0'],
    [{ title: 'a', quantity: '1000000000000.1' }, 'items[1].quantity must be a number up to 1000000000000'],
    [{ title: 'a', quantity: '0.0000001' }, 'items[1].quantity must have at most 6 decimals'],
    [{ title: 'a', unitPrice: '1e13' }, 'items[1].unit_price must be a number up to 1000000000000'],
    [{ title: 'a', unitPrice: '0.0000001' }, 'items[1].unit_price must have at most 6 decimals'],
    [{ title: 'a', vatRate: '-0.1' }, 'items[1].vat_rate must be a number from 0 to 100'],
    [{ title: 'a', vatRate: '100.1' }, 'items[1].vat_rate must be a number up to 100'],
    [{ itemId: 'item_1', vatRate: '5.1234567' }, 'items[1].vat_rate must have at most 6 decimals'],
  ]
  it.each(refusals)('refuses %j, naming line and field', (line, message) => {
    expect(() => requestedLines([{ title: 'Design' }, line])).toThrow(message)
  })

  it('takes what lies exactly on the bounds', () => {
    const lines = requestedLines([
      {
        title: '😀'.repeat(500),
        unit: 'u'.repeat(50),
        quantity: '1e12',
        unitPrice: '-1000000000000',
        vatRate: '100',
      },
      { title: 'a', quantity: '0.000001', unitPrice: '0.000001', vatRate: '0' },
      { title: 'a', quantity: '1.50000000' },
    ])
    expect(lines.map(({ quantity }) => quantity.toString())).toEqual(['1000000000000', '0.000001', '1.5'])
  })
})
