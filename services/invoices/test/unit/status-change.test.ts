import { Invoice, InvoiceStatus } from '@invoicing/contracts/gen/invoices/v1/invoice'
import { describe, expect, it } from '@jest/globals'
import { changeOfStatus, targetStatus } from '../../src/domain/status-change.ts'

const AT = new Date('2026-02-01T10:00:00.000Z')
const NOTHING = { method: undefined, reference: undefined, notes: undefined }
const WIRE = {
  Draft: InvoiceStatus.INVOICE_STATUS_DRAFT,
  Sent: InvoiceStatus.INVOICE_STATUS_SENT,
  Paid: InvoiceStatus.INVOICE_STATUS_PAID,
  Canceled: InvoiceStatus.INVOICE_STATUS_CANCELED,
} as const

const invoiceThatIs = (status: InvoiceStatus) =>
  Invoice.fromPartial({ id: 'inv_a', companyId: 'company_a', clientId: 'client_a', total: '120', status })

describe('the table of specification 3.1', () => {
  it.each([
    ['Draft', 'Sent'],
    ['Draft', 'Paid'],
    ['Draft', 'Canceled'],
    ['Sent', 'Paid'],
    ['Sent', 'Canceled'],
  ] as const)('lets %s become %s', (from, to) => {
    const before = invoiceThatIs(WIRE[from])
    const { invoice } = changeOfStatus(before, to, NOTHING, AT)
    expect(invoice).toMatchObject({ status: WIRE[to], modifiedAt: AT, version: before.version })
  })

  it.each([
    ['Sent', 'Sent', 'the invoice is already Sent and cannot become Sent again'],
    ['Paid', 'Sent', 'the invoice is already Paid and cannot be changed'],
    ['Paid', 'Paid', 'the invoice is already Paid and cannot be changed'],
    ['Paid', 'Canceled', 'the invoice is already Paid and cannot be changed'],
    ['Canceled', 'Sent', 'the invoice is already Canceled and cannot be changed'],
    ['Canceled', 'Paid', 'the invoice is already Canceled and cannot be changed'],
    ['Canceled', 'Canceled', 'the invoice is already Canceled and cannot be changed'],
  ] as const)('refuses %s to %s', (from, to, message) => {
    expect(() => changeOfStatus(invoiceThatIs(WIRE[from]), to, NOTHING, AT)).toThrow(
      expect.objectContaining({ code: 'conflict', message }),
    )
  })

  it('has no way to Draft, nor to what is no status', () => {
    for (const status of [WIRE.Draft, InvoiceStatus.INVOICE_STATUS_UNSPECIFIED]) {
      expect(() => targetStatus(status)).toThrow(
        expect.objectContaining({
          code: 'invalid_argument',
          message: 'status must be Sent, Paid or Canceled',
        }),
      )
    }
  })
})

describe('a change to Paid', () => {
  const details = { method: 'card', reference: 'PO 7', notes: 'thanks' }

  it('records a payment of the total, at that moment, with what the caller told', () => {
    const { invoice, payment } = changeOfStatus(invoiceThatIs(WIRE.Sent), 'Paid', details, AT)
    expect(payment).toMatchObject({ ...details, invoiceId: 'inv_a', amount: '120', paidAt: AT })
    expect(invoice).toMatchObject({ paymentId: payment?.id, paymentReferenceNumber: 'PO 7' })
  })

  it('makes a receipt token of 192 bits, another each time', () => {
    const tokens = Array.from(
      { length: 50 },
      () => changeOfStatus(invoiceThatIs(WIRE.Draft), 'Paid', NOTHING, AT).invoice.receiptToken,
    )
    expect(new Set(tokens).size).toBe(50)
    for (const token of tokens) expect(token).toMatch(/^[\w-]{32}$/)
  })

  it('is the only one that keeps payment details', () => {
    const { invoice, payment } = changeOfStatus(invoiceThatIs(WIRE.Draft), 'Sent', details, AT)
    expect(payment).toBeUndefined()
    expect(invoice).toMatchObject({
      paymentId: undefined,
      receiptToken: undefined,
      paymentReferenceNumber: '',
    })
  })
})
