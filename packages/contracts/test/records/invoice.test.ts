import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { invoiceRecord, lineItemRecord, receiptUrl, statusName } from '../../src/mod.ts'
import { plainInvoice, plainLine } from './samples.ts'

const PUBLIC_URL = 'https://invoices.example'

/** A decimal as Postgres prints a numeric: far more digits than a float holds. */
const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.integer({ min: 0, max: 6 }), fc.nat(999_999))
  .map(([whole, digits, fraction]) =>
    digits === 0 ? String(whole) : `${whole}.${String(fraction).padStart(6, '0').slice(0, digits)}`,
  )

describe('the record of an invoice', () => {
  test('has the fields of specification 2.2 in their order, and none that appears once Paid', () => {
    expect(Object.keys(invoiceRecord(plainInvoice, PUBLIC_URL))).toEqual([
      '_id',
      'invoice_number',
      'client',
      'status',
      'issue_date',
      'due_date',
      'currency',
      'subtotal',
      'vat_amount',
      'vat_percentage',
      'total',
      'items',
      'pdf_file_URL',
      'pdf_name',
      'pdf_file_size',
      'payment_token',
      'stripe_payment_intent_id',
      'payment_reference_number',
      'how_to_pay_content',
      'how_to_pay_enabled',
      'legal_notice_content',
      'legal_notice_enabled',
      'delivery_info_content',
      'delivery_info_enabled',
      'footer_note_content',
      'footer_note_enabled',
      'notes_content',
      'notes_enabled',
      'company',
      'Created Date',
      'Modified Date',
    ])
  })

  test('of a fresh invoice reads, byte for byte', () => {
    expect(JSON.stringify(invoiceRecord(plainInvoice, PUBLIC_URL))).toBe(
      '{"_id":"inv_a","invoice_number":"INV-0001","client":"client_a","status":"Draft",' +
        '"issue_date":"2026-01-31T00:00:00.000Z","due_date":"2026-02-07T00:00:00.000Z","currency":"EUR",' +
        '"subtotal":100.00,"vat_amount":20.00,"vat_percentage":20,"total":120.00,"items":["li_a","li_b"],' +
        '"pdf_file_URL":null,"pdf_name":"INV-0001.pdf","pdf_file_size":"","payment_token":"",' +
        '"stripe_payment_intent_id":"","payment_reference_number":"",' +
        '"how_to_pay_content":"","how_to_pay_enabled":false,"legal_notice_content":"","legal_notice_enabled":false,' +
        '"delivery_info_content":"","delivery_info_enabled":false,"footer_note_content":"",' +
        '"footer_note_enabled":false,"notes_content":"","notes_enabled":false,"company":"company_a",' +
        '"Created Date":"2026-01-31T12:34:56.789Z","Modified Date":"2026-01-31T12:34:56.789Z"}',
    )
  })

  test('carries amounts with exactly the digits they have', () => {
    fc.assert(
      fc.property(decimal, decimal, decimal, decimal, (subtotal, vatAmount, vatPercentage, total) => {
        const record = invoiceRecord(
          { ...plainInvoice, subtotal, vatAmount, vatPercentage, total },
          PUBLIC_URL,
        )
        expect(JSON.stringify(record)).toContain(
          `"subtotal":${subtotal},"vat_amount":${vatAmount},"vat_percentage":${vatPercentage},"total":${total},`,
        )
      }),
    )
  })

  test('refuses an amount that is not a number rather than sending broken JSON', () => {
    for (const total of ['', 'abc', '1,5', '1 000', 'NaN']) {
      expect(() => invoiceRecord({ ...plainInvoice, total }, PUBLIC_URL)).toThrow(SyntaxError)
    }
  })

  test('points at the rendered file, whatever the prefix holds', () => {
    const pdf = { token: 'T0KEN', sizeBytes: 52_428 }
    expect(invoiceRecord({ ...plainInvoice, invoiceNumber: '2026/é #0001', pdf }, PUBLIC_URL)).toMatchObject({
      invoice_number: '2026/é #0001',
      pdf_file_URL: 'https://invoices.example/files/T0KEN/2026-%C3%A9-0001.pdf',
      pdf_name: '2026-é-0001.pdf',
      pdf_file_size: '52.4 KB',
    })
  })

  test('once Paid shows payment, reference and receipt, in the order of specification 2.2', () => {
    const paid = {
      ...plainInvoice,
      status: 'INVOICE_STATUS_PAID' as const,
      invoiceNumber: '2026/é 0001',
      paymentId: 'pay_a',
      receiptToken: 'T0KEN',
      paymentReferenceNumber: 'PO 7',
    }
    const url = 'https://invoices.example/files/T0KEN/receipt-2026-%C3%A9-0001.pdf'
    const record = invoiceRecord(paid, PUBLIC_URL)
    expect(record).toMatchObject({
      status: 'Paid',
      payment_record: 'pay_a',
      receipt_file: url,
      payment_reference_number: 'PO 7',
    })
    expect(Object.keys(record).slice(12, 20)).toEqual([
      ...['pdf_file_URL', 'pdf_name', 'pdf_file_size', 'payment_record', 'receipt_file'],
      ...['payment_token', 'stripe_payment_intent_id', 'payment_reference_number'],
    ])
    expect(receiptUrl(paid, PUBLIC_URL)).toBe(url)
    expect(receiptUrl(plainInvoice, PUBLIC_URL)).toBeUndefined()
  })

  test('shows the note blocks that were copied onto it', () => {
    const noteBlocks = {
      howToPay: { content: 'IBAN', enabled: true },
      legalNotice: undefined,
      deliveryInfo: undefined,
      footerNote: { content: '', enabled: true },
      notes: { content: 'thanks', enabled: false },
    }
    expect(invoiceRecord({ ...plainInvoice, noteBlocks }, PUBLIC_URL)).toMatchObject({
      how_to_pay_content: 'IBAN',
      how_to_pay_enabled: true,
      legal_notice_content: '',
      legal_notice_enabled: false,
      footer_note_content: '',
      footer_note_enabled: true,
      notes_content: 'thanks',
      notes_enabled: false,
    })
  })

  test('never shifts a calendar date by the zone of this process', () => {
    const record = invoiceRecord(
      { ...plainInvoice, issueDate: '0001-01-01', dueDate: '9999-12-31' },
      PUBLIC_URL,
    )
    expect(record).toMatchObject({
      issue_date: '0001-01-01T00:00:00.000Z',
      due_date: '9999-12-31T00:00:00.000Z',
    })
  })

  test('names the statuses as the specification spells them', () => {
    expect(
      (
        [
          'INVOICE_STATUS_DRAFT',
          'INVOICE_STATUS_SENT',
          'INVOICE_STATUS_PAID',
          'INVOICE_STATUS_CANCELED',
        ] as const
      ).map(statusName),
    ).toEqual(['Draft', 'Sent', 'Paid', 'Canceled'])
    expect(() => statusName('INVOICE_STATUS_UNSPECIFIED')).toThrow('needs a status')
  })
})

describe('the record of a line', () => {
  test('of a one-off reads, byte for byte', () => {
    expect(JSON.stringify(lineItemRecord(plainLine))).toBe(
      '{"title":"Consulting","quantity":2,"unit":null,"unit_price":450,"vat_rate":20,' +
        '"subtotal":900.00,"vat_amount":180.00,"line_total":1080.00,"custom":true}',
    )
  })

  test('from the catalog is not custom', () => {
    expect(lineItemRecord({ ...plainLine, itemId: 'item_a', unit: 'h' })).toMatchObject({
      custom: false,
      unit: 'h',
    })
  })
})
