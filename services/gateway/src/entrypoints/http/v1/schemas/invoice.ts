import { type TProperties, Type } from 'typebox'
import {
  LIMITS,
  optionalDate,
  optionalDecimal,
  optionalText,
  requiredDate,
  requiredText,
  updateOf,
} from '../../schema/fields.ts'
import { noteBlockFields } from './note-blocks.ts'
import { answerTo, dates, id, instant, orNull, record } from './record.ts'

const MAX_LINES = 1_000

/** One line of an invoice: of the catalog, or a one-off (specification 4.2). */
const Line = Type.Object(
  {
    item_id: optionalText(LIMITS.text, 'A catalog item, `item_…`. Send this or `title`.'),
    title: optionalText(LIMITS.title, 'Makes a one-off line; ignored beside `item_id`.'),
    quantity: optionalDecimal({ exclusiveMinimum: 0 }, '1 when absent.'),
    unit_price: optionalDecimal({}, "Overrides the item's price for this line; 0 on a one-off without it."),
    vat_rate: optionalDecimal(
      { minimum: 0, maximum: 100 },
      "Percentage; overrides the item's; 0 on a one-off without it.",
    ),
    unit: optionalText(LIMITS.unit, "Overrides the item's unit."),
  },
  { anyOf: [{ required: ['item_id'] }, { required: ['title'] }] },
)

const lines = (description: string) => Type.Array(Line, { minItems: 1, maxItems: MAX_LINES, description })

/** What an integrator sends to create an invoice; everything else is computed or comes from account defaults. */
export const InvoiceBody = Type.Object({
  client_id: requiredText(LIMITS.text, 'The client, `client_…`; the raw internal id works too.'),
  items: lines('The lines, in the order printed.'),
  issue_date: optionalDate(
    "Any date string; the date that is written in it counts, whatever its zone. Today in the account's time zone when absent.",
  ),
  due_date: optionalDate("As `issue_date`. Issue date plus the account's payment terms when absent."),
})

/** What an update of a Draft takes (contract, "Lifecycle and events"): each field on its own. */
export const InvoiceUpdate = updateOf(
  Type.Object({
    items: lines(
      'The full new set of lines, in the order printed; the ids that an invoice shows are refused.',
    ),
    issue_date: requiredDate('Any date string, as on create.'),
    due_date: requiredDate('Any date string, as on create.'),
    ...noteBlockFields,
  }),
)

const noteBlock = (name: string, of: string): TProperties => ({
  [`${name}_content`]: Type.String({ description: `Text of the ${of} block on the PDF.` }),
  [`${name}_enabled`]: Type.Boolean({ description: 'Whether the block is printed.' }),
})

export const InvoiceRecord = record(
  'Invoice',
  {
    _id: id('inv_', 'The invoice.'),
    invoice_number: Type.String({ description: 'Account prefix plus sequence.', examples: ['INV-0001'] }),
    client: id('client_', 'The client that is invoiced.'),
    status: Type.Unsafe<string>({ type: 'string', enum: ['Draft', 'Sent', 'Paid', 'Canceled'] }),
    issue_date: instant('A calendar date, shown as midnight UTC.'),
    due_date: instant('A calendar date, shown as midnight UTC.'),
    currency: Type.String({ description: 'ISO 4217, from the account.' }),
    subtotal: Type.Number({ description: 'Sum of the lines before VAT.' }),
    vat_amount: Type.Number({ description: 'VAT, computed once per rate.' }),
    vat_percentage: Type.Number({ description: 'The common rate, or the effective one to two decimals.' }),
    total: Type.Number({ description: '`subtotal` + `vat_amount`.' }),
    items: Type.Array(Type.String(), { description: 'Line item ids, `li_…`.' }),
    pdf_file_URL: orNull('Null until rendering succeeds.'),
    pdf_name: Type.String({ description: 'PDF file name.' }),
    pdf_file_size: Type.String({ description: 'Human-readable; empty until rendered.' }),
    payment_record: Type.Optional(id('pay_', 'Appears once Paid.')),
    receipt_file: Type.Optional(Type.String({ description: 'URL of the receipt; appears once Paid.' })),
    payment_token: Type.String({ description: 'Empty until a hosted payment is in progress.' }),
    stripe_payment_intent_id: Type.String({ description: 'Empty until a hosted payment is in progress.' }),
    payment_reference_number: Type.String({
      description: "The caller's reconciliation id; empty until Paid.",
    }),
    ...noteBlock('how_to_pay', 'how-to-pay'),
    ...noteBlock('legal_notice', 'legal notice'),
    ...noteBlock('delivery_info', 'delivery information'),
    ...noteBlock('footer_note', 'footer'),
    ...noteBlock('notes', 'notes'),
    company: id('company_', 'The account that owns the record.'),
    ...dates,
  },
  'An invoice, as it stands.',
)

export const LineItemRecord = record(
  'LineItem',
  {
    title: Type.String(),
    quantity: Type.Number(),
    unit: orNull('Such as hour or kg.'),
    unit_price: Type.Number(),
    vat_rate: Type.Number({ description: 'Percentage.' }),
    subtotal: Type.Number({ description: 'quantity × unit_price, rounded to the currency.' }),
    vat_amount: Type.Number({ description: "The line's share of the VAT of its rate." }),
    line_total: Type.Number(),
    custom: Type.Boolean({ description: 'True for a one-off line, false for a catalog line.' }),
  },
  'A line as create and update answer it.',
)

/** What create and update answer: the invoice and its lines side by side (specification 2.2). */
export const InvoiceWithLines = Type.Object(
  {
    data: answerTo('Invoice'),
    line_items: Type.Array(answerTo('LineItem')),
  },
  { description: 'The invoice, and its lines in the order printed.' },
)
