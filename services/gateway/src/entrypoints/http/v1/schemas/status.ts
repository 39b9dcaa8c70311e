import { Type } from 'typebox'
import { LIMITS, oneOf, optionalText } from '../../schema/fields.ts'
import { answerTo } from './record.ts'

/** What moves an invoice on (specification 4.2). */
export const StatusBody = Type.Object({
  status: oneOf(
    ['Sent', 'Paid', 'Canceled'],
    'The status to move to: one way, from Draft to any of these, from Sent to Paid or Canceled.',
  ),
  payment_method: optionalText(LIMITS.text, 'Kept with the payment; ignored unless the status is Paid.'),
  payment_reference: optionalText(
    LIMITS.text,
    'Your own reconciliation id, shown as `payment_reference_number`; ignored unless the status is Paid.',
  ),
  payment_notes: optionalText(LIMITS.text, 'Kept with the payment; ignored unless the status is Paid.'),
})

/** The invoice, and once Paid where its receipt is read. */
export const InvoiceWithReceipt = Type.Object(
  {
    data: answerTo('Invoice'),
    receipt_url: Type.Optional(
      Type.String({
        description:
          'With Paid: where the receipt is read. Known before the file is rendered; a GET waits for that.',
      }),
    ),
  },
  { description: 'The invoice after the change.' },
)
