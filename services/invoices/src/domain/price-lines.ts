import { invalid, newId } from '@invoicing/contracts'
import type { Invoice, LineItem } from '@invoicing/contracts/gen/invoices/v1/invoice'
import { currencyExponent, type InvoiceTotals, invoiceTotals, NegativeTotalError } from '@invoicing/money'
import type { ResolvedLine } from './resolve-lines.ts'

/** The lines of an invoice with their amounts, and what the invoice shows of them all. */
export interface PricedLines {
  readonly lines: LineItem[]
  readonly amounts: Pick<
    Invoice,
    'currency' | 'subtotal' | 'vatAmount' | 'vatPercentage' | 'total' | 'lineItemIds'
  >
}

/**
 * Computes all amounts (specification 1, step 2; the arithmetic is in @invoicing/money) and gives
 * the lines their ids. Amounts are in their shortest form, as everything that leaves has them.
 *
 * @throws AppError invalid_argument when the lines add up to less than nothing
 */
export function priceLines(resolved: readonly ResolvedLine[], currency: string): PricedLines {
  const totals = totalsOf(resolved, currency)
  const lines = totals.lines.flatMap((amounts, index) => {
    const line = resolved[index]
    if (line === undefined) return []
    return {
      id: newId('lineItem'),
      itemId: line.itemId,
      title: line.title,
      quantity: line.quantity.toString(),
      unit: line.unit,
      unitPrice: line.unitPrice.toString(),
      vatRate: line.vatRate.toString(),
      subtotal: amounts.subtotal.toString(),
      vatAmount: amounts.vatAmount.toString(),
      lineTotal: amounts.lineTotal.toString(),
    }
  })
  return {
    lines,
    amounts: {
      currency,
      subtotal: totals.subtotal.toString(),
      vatAmount: totals.vatAmount.toString(),
      vatPercentage: totals.vatPercentage.toString(),
      total: totals.total.toString(),
      lineItemIds: lines.map(({ id }) => id),
    },
  }
}

function totalsOf(lines: readonly ResolvedLine[], currency: string): InvoiceTotals {
  try {
    return invoiceTotals(lines, currencyExponent(currency))
  } catch (error) {
    if (error instanceof NegativeTotalError) throw invalid('the total of an invoice must not be negative')
    throw error
  }
}
