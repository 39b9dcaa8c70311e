import type { LineItem } from '@invoicing/contracts/gen/invoices/v1/invoice'
import { amount } from './amount.ts'

/** A line as the columns of its row, for json_populate_recordset. */
export function lineColumns(invoiceId: string, position: number, line: LineItem): Record<string, unknown> {
  return {
    invoice_id: invoiceId,
    position,
    id: line.id,
    item_id: line.itemId,
    title: line.title,
    quantity: line.quantity,
    unit: line.unit,
    unit_price: line.unitPrice,
    vat_rate: line.vatRate,
    subtotal: line.subtotal,
    vat_amount: line.vatAmount,
    line_total: line.lineTotal,
  }
}

/**
 * The lines of an invoice (alias `i`) in their order, as one JSON array of LineRow. Numerics go out
 * as text: as JSON numbers they would be floats on this side.
 */
export const LINES_COLUMN = `
  (
    SELECT coalesce(json_agg(json_build_object(
      'id', l.id, 'itemId', l.item_id, 'title', l.title, 'quantity', l.quantity::text, 'unit', l.unit,
      'unitPrice', l.unit_price::text, 'vatRate', l.vat_rate::text, 'subtotal', l.subtotal::text,
      'vatAmount', l.vat_amount::text, 'lineTotal', l.line_total::text
    ) ORDER BY l.position), '[]')
    FROM invoice_lines l WHERE l.invoice_id = i.id
  ) AS lines`

/** An element of LINES_COLUMN. */
export interface LineRow {
  id: string
  itemId: string | null
  title: string
  quantity: string
  unit: string | null
  unitPrice: string
  vatRate: string
  subtotal: string
  vatAmount: string
  lineTotal: string
}

/** The line of a row, equal in every byte to what was stored. */
export function lineOf(row: LineRow): LineItem {
  return {
    id: row.id,
    itemId: row.itemId ?? undefined,
    title: row.title,
    quantity: amount(row.quantity),
    unit: row.unit ?? undefined,
    unitPrice: amount(row.unitPrice),
    vatRate: amount(row.vatRate),
    subtotal: amount(row.subtotal),
    vatAmount: amount(row.vatAmount),
    lineTotal: amount(row.lineTotal),
  }
}
