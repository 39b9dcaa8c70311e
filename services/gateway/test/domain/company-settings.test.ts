import { describe, expect, test } from '@jest/globals'
import { companySettings } from '../../src/domain/company-settings.ts'

describe('the settings of a new company', () => {
  test('have the defaults of the contract', () => {
    expect(companySettings({ name: ' Acme ' })).toEqual({
      name: 'Acme',
      prefix: 'INV-',
      currency: 'EUR',
      paymentTerms: 7,
      timeZone: 'UTC',
      locale: 'en-US',
    })
  })

  test('are taken as given, with currency and locale in their usual spelling', () => {
    const given = {
      name: 'Acme',
      prefix: '請求/2026-',
      currency: 'jpy',
      paymentTerms: 0,
      timeZone: 'Asia/Tokyo',
      locale: 'ja-jp',
    }
    expect(companySettings(given)).toEqual({ ...given, currency: 'JPY', locale: 'ja-JP' })
  })

  test.each([
    [{ name: '  ' }, 'name must not be blank'],
    [{ name: 'x'.repeat(201) }, 'name must be at most 200 characters'],
    [{ name: 'a\nb' }, 'name must not hold control characters'],
    [{ prefix: 'x'.repeat(51) }, 'prefix must be at most 50 characters'],
    [{ currency: 'EURO' }, 'currency must be an ISO 4217 code such as EUR'],
    [{ currency: 'XXQ' }, 'currency must be an ISO 4217 code such as EUR'],
    [{ paymentTerms: -1 }, 'payment-terms must be a whole number of days from 0 to 3650'],
    [{ paymentTerms: 3_651 }, 'payment-terms must be a whole number of days from 0 to 3650'],
    [{ timeZone: 'Mars/Olympus' }, 'time-zone must be an IANA name such as Europe/Paris'],
    [{ timeZone: '+01:00' }, 'time-zone must be an IANA name such as Europe/Paris'],
    [{ locale: 'not a locale' }, 'locale must be a language tag such as fr-FR'],
    [{ locale: 'qqq' }, 'locale must be a language tag such as fr-FR'],
  ])('that are wrong are refused by name: %j', (wrong, message) => {
    expect(() => companySettings({ name: 'Acme', ...wrong })).toThrow(message)
  })

  test('count the name in characters, not in code units', () => {
    expect(companySettings({ name: '🧾'.repeat(200) }).name).toBe('🧾'.repeat(200))
  })
})
