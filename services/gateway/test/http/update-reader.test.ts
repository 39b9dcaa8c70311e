import { describe, expect, test } from '@jest/globals'
import { Type } from 'typebox'
import { parseJson } from '../../src/entrypoints/http/body/parse-json.ts'
import {
  optionalFlag,
  optionalInteger,
  requiredText,
  updateOf,
} from '../../src/entrypoints/http/schema/fields.ts'
import { compileReader } from '../../src/entrypoints/http/schema/reader.ts'
import { ItemBody } from '../../src/entrypoints/http/v1/schemas/item.ts'

const item = compileReader(updateOf(ItemBody))
const settings = compileReader(
  Type.Object({
    days: optionalInteger({ minimum: 0, maximum: 3_650 }, 'Days.'),
    shown: optionalFlag('Whether shown.'),
    name: Type.Optional(requiredText(5, 'A name.')),
  }),
)
const read = (reader: typeof item, json: string) => reader(parseJson(Buffer.from(json)), '')

describe('reading the body of an update', () => {
  test('takes any of the fields, and null where it clears', () => {
    expect(read(item, '{"title":" Hour "}')).toEqual({ title: 'Hour' })
    expect(read(item, '{"unit":null,"description":" ","_id":"x"}')).toEqual({ unit: null, description: null })
    expect(read(item, '{"default_price":null}')).toEqual({ default_price: null })
  })

  test.each([
    ['{}', 'send at least one of title, description, unit, default_price, vat_rate, category'],
    ['{"_id":"item_x","nonsense":1}', /^send at least one of title/],
    ['{"title":null}', 'title must not be null'],
    ['{"title":" "}', 'title must not be blank'],
    ['[]', 'the body must be a JSON object'],
  ])('refuses %s', (json, message) => {
    expect(() => read(item, json)).toThrow(message)
  })
})

describe('reading whole numbers and flags', () => {
  test('takes whole numbers in any spelling, and nothing else', () => {
    expect(read(settings, '{"days":14}')).toEqual({ days: 14 })
    expect(read(settings, '{"days":1.4e1}')).toEqual({ days: 14 })
    expect(read(settings, '{"days":0.0}')).toEqual({ days: 0 })
    for (const days of ['1.5', '-1', '3651', '"14"', '[]', '1e400', '14.0000000000000000000001']) {
      expect(() => read(settings, `{"days":${days}}`)).toThrow('days must be a whole number from 0 to 3650')
    }
  })

  test('takes true, false and null for a flag, and nothing that looks like one', () => {
    expect(read(settings, '{"shown":true}')).toEqual({ shown: true })
    expect(read(settings, '{"shown":null}')).toEqual({ shown: null })
    for (const flag of ['1', '"true"', '""', '{}']) {
      expect(() => read(settings, `{"shown":${flag}}`)).toThrow('shown must be true or false')
    }
  })
})
