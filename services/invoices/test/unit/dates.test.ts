import { describe, expect, it } from '@jest/globals'
import { invoiceDates } from '../../src/domain/dates.ts'

const TODAY = '2026-01-31'

describe('invoiceDates', () => {
  it('are today, and today plus the payment terms', () => {
    expect(invoiceDates({}, TODAY, 30)).toEqual({ issueDate: TODAY, dueDate: '2026-03-02' })
    expect(invoiceDates({}, TODAY, 0)).toEqual({ issueDate: TODAY, dueDate: TODAY })
  })

  it('are due after the issue date that was sent', () => {
    expect(invoiceDates({ issueDate: '2024-02-28' }, TODAY, 1).dueDate).toBe('2024-02-29')
  })

  it('are kept as sent', () => {
    const sent = { issueDate: '2026-05-01', dueDate: '2020-01-01' }
    expect(invoiceDates(sent, TODAY, 7)).toEqual(sent)
  })

  it.each(['', 'soon', '2026-02-30', '0000-01-01', '10000-01-01'])('refuse %j, naming the field', (date) => {
    expect(() => invoiceDates({ issueDate: date }, TODAY, 7)).toThrow('issue_date must be a date')
    expect(() => invoiceDates({ dueDate: date }, TODAY, 7)).toThrow('due_date must be a date')
  })

  it('cannot be due after the year 9999, unless a due date is sent', () => {
    expect(() => invoiceDates({ issueDate: '9999-12-31' }, TODAY, 1)).toThrow('beyond the year 9999')
    expect(invoiceDates({ issueDate: '9999-12-31' }, TODAY, 0).dueDate).toBe('9999-12-31')
    expect(invoiceDates({ issueDate: '9999-12-31', dueDate: TODAY }, TODAY, 7).dueDate).toBe(TODAY)
  })
})
