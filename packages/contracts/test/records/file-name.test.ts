import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { fileSize, invoiceFileName } from '../../src/records/file-name.ts'

/** Every invoice number ends in the digits of its sequence. */
const numbers = fc
  .tuple(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer({ min: 1, max: 10_000_000 }))
  .map(([prefix, sequence]) => prefix + String(sequence).padStart(4, '0'))

describe('the file name of an invoice', () => {
  test.each([
    ['INV-0001', 'INV-0001.pdf'],
    ['2026/A/0007', '2026-A-0007.pdf'],
    ['../../etc/passwd0001', 'etc-passwd0001.pdf'],
    ['..0001', '0001.pdf'],
    ['C:\\temp\\0001', 'C-temp-0001.pdf'],
    ['a\r\nSet-Cookie: x0001', 'a-Set-Cookie-x0001.pdf'],
    ['NUL\u00000001', 'NUL-0001.pdf'],
    ['\u202Efdp.\u202C0001', 'fdp.-0001.pdf'],
    ['"; rm -rf 0001', 'rm--rf-0001.pdf'],
    ['100%-0001', '100--0001.pdf'],
    ['فاتورة-0001', 'فاتورة-0001.pdf'],
    ['🧾0001', '🧾0001.pdf'],
    ['Caf\u0065\u0301 0001', 'Café-0001.pdf'],
    ['\uD8000001', '0001.pdf'],
    ['\u03010001', '0001.pdf'],
    ['---0001', '0001.pdf'],
  ])('of %j is %j', (number, name) => {
    expect(invoiceFileName(number)).toBe(name)
  })

  test('is never one that Windows keeps for a device', () => {
    expect(invoiceFileName('COM1')).toBe('_COM1.pdf')
    expect(invoiceFileName('lpt9')).toBe('_lpt9.pdf')
    expect(invoiceFileName('nul.0001')).toBe('_nul.0001.pdf')
    expect(invoiceFileName('COM10')).toBe('COM10.pdf')
  })

  test('of 200 characters keeps the end, where the sequence stands, and fits a file system', () => {
    for (const character of ['x', '/', '.', 'ع', '🧾', '\u0301', '\u202E']) {
      const name = invoiceFileName(`${character.repeat(200)}0042`)
      expect(name).toMatch(/0042\.pdf$/)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(210)
    }
  })

  test('is safe whatever the prefix holds', () => {
    fc.assert(
      fc.property(numbers, (number) => {
        const name = invoiceFileName(number)
        expect(name).not.toMatch(/[/\\:*?"<>|%#&;$`'\p{C}\p{Z}]/u)
        expect(name).toMatch(/^[^.\-\p{M}].*\d\.pdf$/u)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(210)
        expect(decodeURIComponent(encodeURIComponent(name))).toBe(name)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a file size', () => {
  test.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1.0 KB'],
    [1_949, '1.9 KB'],
    [999_949, '999.9 KB'],
    [999_950, '1.0 MB'],
    [52_428_800, '52.4 MB'],
    [1_000_000_000, '1.0 GB'],
    [5_000_000_000_000, '5000.0 GB'],
  ])('of %d bytes reads %s', (bytes, text) => {
    expect(fileSize(bytes)).toBe(text)
  })

  test('never shows more than four digits before the unit below a terabyte', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_949_999_999 }), (bytes) => {
        expect(fileSize(bytes)).toMatch(/^\d{1,3}( B|\.\d (KB|MB|GB))$/)
      }),
    )
  })
})
