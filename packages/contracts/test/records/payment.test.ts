import { expect, test } from '@jest/globals'
import { Payment } from '../../src/gen/invoices/v1/invoice.ts'
import { paymentRecord } from '../../src/mod.ts'

const PAID = new Date('2026-01-31T12:34:56.789Z')
const plainPayment = Payment.fromPartial({
  id: 'pay_a',
  companyId: 'company_a',
  invoiceId: 'inv_a',
  clientId: 'client_a',
  amount: '120.00',
  currency: 'EUR',
  paidAt: PAID,
  createdAt: PAID,
  modifiedAt: PAID,
})

test('the record of a payment reads, byte for byte', () => {
  expect(JSON.stringify(paymentRecord(plainPayment))).toBe(
    '{"_id":"pay_a","invoice":"inv_a","client":"client_a","amount":120.00,"currency":"EUR","method":null,' +
      '"reference":null,"notes":null,"paid_date":"2026-01-31T12:34:56.789Z","company":"company_a",' +
      '"Created Date":"2026-01-31T12:34:56.789Z","Modified Date":"2026-01-31T12:34:56.789Z"}',
  )
})

test('the record of a payment shows what the caller told of it', () => {
  const told = { method: 'card', reference: 'PO 7', notes: 'thanks' }
  expect(paymentRecord({ ...plainPayment, ...told })).toMatchObject(told)
})
