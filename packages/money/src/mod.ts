export { allocateVat } from './allocation.ts'
export { CURRENCY_CODES, currencyExponent, isCurrency } from './currency.ts'
export { Decimal, decimal, parseDecimal } from './decimal.ts'
export { floorAmount, roundAmount } from './rounding.ts'
export {
  type InvoiceTotals,
  invoiceTotals,
  type LineInput,
  type LineTotals,
  NegativeTotalError,
  type VatGroup,
} from './vat.ts'
