import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { openCursor, sealCursor } from '../../src/domain/cursor.ts'

const SECRET = 'a secret of the cursors'
const scope = { companyId: 'company_a', list: 'clients' }
// Positions are what services answer: text without NUL.
const position = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !text.includes('\0'))

describe('a cursor', () => {
  test('gives back the position it was made of', () => {
    fc.assert(
      fc.property(position, (at) => {
        expect(openCursor(sealCursor(at, scope, SECRET), scope, SECRET)).toBe(at)
      }),
    )
  })

  test('goes into a URL as it is', () => {
    fc.assert(
      fc.property(position, (at) => {
        expect(sealCursor(at, scope, SECRET)).toMatch(/^[\w-]+$/)
      }),
    )
  })

  test('is of no use to another company, in another list, or under another secret', () => {
    fc.assert(
      fc.property(position, (at) => {
        const cursor = sealCursor(at, scope, SECRET)
        expect(openCursor(cursor, { ...scope, companyId: 'company_b' }, SECRET)).toBeUndefined()
        expect(openCursor(cursor, { ...scope, list: 'invoices' }, SECRET)).toBeUndefined()
        expect(openCursor(cursor, scope, 'another secret')).toBeUndefined()
      }),
    )
  })

  test('is refused with any one character changed, added or taken away', () => {
    fc.assert(
      fc.property(position, fc.nat(), fc.constantFrom(...'AZaz09-_=+/ %'), (at, where, character) => {
        const cursor = sealCursor(at, scope, SECRET)
        const i = where % cursor.length
        const changed = `${cursor.slice(0, i)}${character}${cursor.slice(i + 1)}`
        const added = `${cursor.slice(0, i)}${character}${cursor.slice(i)}`
        const shortened = `${cursor.slice(0, i)}${cursor.slice(i + 1)}`
        for (const tampered of [changed, added, shortened]) {
          if (tampered !== cursor) expect(openCursor(tampered, scope, SECRET)).toBeUndefined()
        }
      }),
    )
  })

  test('is refused when it was made up', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (made) => {
        expect(openCursor(made, scope, SECRET)).toBeUndefined()
      }),
    )
  })
})
