import { addDays, type CalendarDate, calendarDateOf, invalid } from '@invoicing/contracts'

export interface InvoiceDates {
  readonly issueDate: CalendarDate
  readonly dueDate: CalendarDate
}

/**
 * The two dates of a new invoice: what was sent, else today and the issue date plus the payment
 * terms (specification 4.2). The due date may lie before the issue date.
 *
 * @param today in the company's time zone
 * @param paymentTerms days
 * @throws AppError invalid_argument for what is no date, and for a due date beyond the year 9999
 */
export function invoiceDates(
  sent: { readonly issueDate?: string | undefined; readonly dueDate?: string | undefined },
  today: CalendarDate,
  paymentTerms: number,
): InvoiceDates {
  const issueDate = sent.issueDate === undefined ? today : dateField('issue_date', sent.issueDate)
  if (sent.dueDate !== undefined) return { issueDate, dueDate: dateField('due_date', sent.dueDate) }
  const dueDate = addDays(issueDate, paymentTerms)
  if (dueDate === undefined) {
    throw invalid('issue_date plus the payment terms is beyond the year 9999: send a due_date')
  }
  return { issueDate, dueDate }
}

/** @throws AppError invalid_argument naming the field for what is no date */
export function dateField(field: string, value: string): CalendarDate {
  const date = calendarDateOf(value)
  if (date === undefined) throw invalid(`${field} must be a date in the years 1 to 9999`)
  return date
}
