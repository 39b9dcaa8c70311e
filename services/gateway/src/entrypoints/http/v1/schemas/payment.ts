import { Type } from 'typebox'
import { dates, id, instant, orNull, record } from './record.ts'

export const PaymentRecord = record(
  'Payment',
  {
    _id: id('pay_', 'The payment.'),
    invoice: id('inv_', 'The invoice that was marked Paid.'),
    client: id('client_', 'The client of the invoice.'),
    amount: Type.Number({ description: 'The total of the invoice.' }),
    currency: Type.String({ description: 'ISO 4217, from the invoice.' }),
    method: orNull('The `payment_method` given with the change to Paid.'),
    reference: orNull('The `payment_reference` given with the change to Paid.'),
    notes: orNull('The `payment_notes` given with the change to Paid.'),
    paid_date: instant('When the invoice was marked Paid.'),
    company: id('company_', 'The account that owns the record.'),
    ...dates,
  },
  'What was recorded when an invoice was marked Paid.',
)
