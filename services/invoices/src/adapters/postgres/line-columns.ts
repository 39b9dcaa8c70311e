import type { LineItem } from '@invoicing/contracts/gen/invoices/v1/invoice'

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
