/**
 * The minor-unit exponents of ISO 4217, List One as published on 2026-01-01 by SIX, the standard's
 * maintenance agency: the edition of 2024-06-25 with amendments 176 (ANG to XCG), 178 (CUC
 * withdrawn), 179 (XAD added) and 180 (BGN to EUR). Left out are the codes to which the list gives
 * no minor unit: metals, bond units, XDR, XSU, XUA, XTS and XXX. Nobody invoices in them.
 *
 * A table, because `Intl.NumberFormat` follows CLDR instead, which rounds to the coins in use: it
 * gives 0 digits to HUF, IDR, COP and 13 others that have 2 or 3 by ISO.
 */
const CODES_BY_EXPONENT: readonly (readonly [exponent: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [
    2,
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF
     CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD
     GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL
     MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR
     PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP
     TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
]

const EXPONENTS = new Map(
  CODES_BY_EXPONENT.flatMap(([exponent, codes]) =>
    codes.split(/\s+/).map((code) => [code, exponent] as const),
  ),
)

/** Every active code, in alphabetical order. */
export const CURRENCY_CODES: readonly string[] = [...EXPONENTS.keys()].sort()

/** Whether `code` is an active ISO 4217 code, in capitals: `EUR`, not `eur`. */
export function isCurrency(code: string): boolean {
  return EXPONENTS.has(code)
}

/**
 * The number of decimals of a currency's minor unit by ISO 4217: JPY 0, EUR 2, KWD 3, CLF 4
 * (contract, "Money").
 *
 * @throws RangeError for a code that `isCurrency` refuses.
 */
export function currencyExponent(code: string): number {
  const exponent = EXPONENTS.get(code)
  if (exponent === undefined) throw new RangeError('not an ISO 4217 currency code')
  return exponent
}
