import type { Pool } from '@invoicing/chassis'
import type { Payment } from '@invoicing/contracts/gen/invoices/v1/invoice'
import { amount } from './amount.ts'
import { withoutNulls } from './without-nulls.ts'

interface Row {
  id: string
  companyId: string
  invoiceId: string
  clientId: string
  amount: string
  currency: string
  method: string | null
  reference: string | null
  notes: string | null
  paidAt: Date
  createdAt: Date
  modifiedAt: Date
}

/** Undefined for an unknown id and for a payment of another company: nobody can tell the two apart. */
export async function getPayment(
  pool: Pool,
  companyId: string,
  paymentId: string,
): Promise<Payment | undefined> {
  const { rows } = await pool.query<Row>({
    name: 'get-payment',
    text: `
      SELECT id, company_id AS "companyId", invoice_id AS "invoiceId", client_id AS "clientId", amount, currency,
        method, reference, notes, paid_at AS "paidAt", created_at AS "createdAt", modified_at AS "modifiedAt"
      FROM payments WHERE id = $1 AND company_id = $2`,
    values: [paymentId, companyId],
  })
  const [row] = rows
  if (row === undefined) return undefined
  const payment = withoutNulls(row)
  return {
    ...payment,
    method: payment.method,
    reference: payment.reference,
    notes: payment.notes,
    amount: amount(payment.amount),
  }
}
