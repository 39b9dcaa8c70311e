import { describe, expect, test } from '@jest/globals'
import { pages } from '../../src/entrypoints/http/page.ts'

const { read, pagination } = pages('a secret of the cursors')
const scope = { companyId: 'company_a', list: 'clients' }
const limit = (value: unknown) => read({ limit: value }, scope).limit

describe('the query of a list', () => {
  test('asks for 25 records unless told otherwise, and for 100 at the most', () => {
    expect(read({}, scope)).toEqual({ limit: 25, after: undefined })
    expect(['1', '25', '99', '100', '101', '1'.padEnd(400, '0')].map(limit)).toEqual([
      1, 25, 99, 100, 100, 100,
    ])
  })

  test.each(['0', '-1', '1e2', '1.5', 'abc', '', ' 5', '5 ', '+5', '0x10', '٣', ['1', '2']])(
    'is refused with limit %j',
    (value) => {
      expect(() => limit(value)).toThrow('limit must be a whole number greater than 0')
    },
  )

  test('goes on where the page before ended', () => {
    const { next_cursor: cursor } = pagination(25, { remaining: 5, next: 'position 25' }, scope)
    expect(read({ cursor }, scope).after).toBe('position 25')
    expect(() => read({ cursor }, { ...scope, list: 'invoices' })).toThrow('cursor is not valid')
    expect(() => read({ cursor }, { ...scope, companyId: 'company_b' })).toThrow('cursor is not valid')
    expect(() => read({ cursor: [cursor, cursor] }, scope)).toThrow('cursor is not valid')
    expect(() => read({ cursor: '' }, scope)).toThrow('cursor is not valid')
  })

  test('ends with null', () => {
    expect(pagination(3, { remaining: 0 }, scope)).toEqual({ count: 3, remaining: 0, next_cursor: null })
  })
})
