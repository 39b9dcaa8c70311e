import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { numberText } from '../../src/entrypoints/http/body/exact-number.ts'
import { parseJson } from '../../src/entrypoints/http/body/parse-json.ts'

const parse = (text: string) => parseJson(Buffer.from(text))
const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`

/** Numbers kept as text, made into what JSON.parse makes of them, to compare the two. */
function rounded(value: unknown): unknown {
  const text = typeof value === 'object' ? numberText(value) : undefined
  if (text !== undefined) return Number(text)
  if (Array.isArray(value)) return value.map(rounded)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, rounded(entry)]))
}

describe('a JSON body', () => {
  test('is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
        fc.constantFrom(0, 1, '\t'),
        (value, space) => {
          const text = JSON.stringify(value, null, space)
          expect(rounded(parse(text))).toEqual(JSON.parse(Buffer.from(text).toString()))
        },
      ),
    )
  })

  test('keeps every number that can be written', () => {
    const digits = fc.stringMatching(/^(0|[1-9]\d{0,30})(\.\d{1,30})?([eE][+-]?\d{1,3})?$/)
    fc.assert(
      fc.property(digits, fc.boolean(), (number, negative) => {
        const text = `${negative ? '-' : ''}${number}`
        const read = numberText(parse(`{"n":${text}}`).n)
        // Up to 15 digits a float gives back the value, if not the spelling: 1.50 comes as 1.5.
        expect([text, String(Number(text))]).toContain(read)
        if (text.length > 15 || /e/i.test(text)) expect(read).toBe(text)
      }),
    )
  })

  test.each(['123456789012.123456', '0.1234567890123456789', '1e-7', '1e400', '9007199254740993'])(
    'does not round %s',
    (number) => expect(numberText(parse(`{"n":${number}}`).n)).toBe(number),
  )

  test('takes numbers for numbers only where they stand for a value', () => {
    expect(parse('{"12345678901234567890":"12345678901234567890 1e5"}')).toEqual({
      '12345678901234567890': '12345678901234567890 1e5',
    })
    expect(parse('{"a":"\\"123456789012345678,","b":"\\\\"}')).toEqual({ a: '"123456789012345678,', b: '\\' })
  })

  test.each([
    '',
    '   ',
    '{',
    '{}}',
    '{"a":1,}',
    "{'a':1}",
    '{"a":01}',
    '{"a":012345678901234567890}',
    '{"a":12345678901234567890.}',
    '{"a":1.2345678901234567890.1}',
    '{12345678901234567890:1}',
    '{"a":+12345678901234567890}',
    '{"a":--12345678901234567890}',
    '{"a":12345678901234567890 1}',
    '{"a":NaN}',
    '{"a":Infinity}',
    '{"a":"\n"}',
    '{"a":"',
    '{"a":"\\',
    '"{}',
    'hello',
  ])('is refused when it is not JSON: %j', (text) => {
    expect(() => parse(text)).toThrow(/^the body (is not valid JSON|must be a JSON object)$/)
  })

  test.each(['null', 'true', '1', '12345678901234567890', '"text"', '[]', '[{}]'])(
    'is an object, not %s',
    (text) => {
      expect(() => parse(text)).toThrow('the body must be a JSON object')
    },
  )

  test('may be nested 32 levels deep, and no deeper', () => {
    expect(parse(nested(32))).toBeDefined()
    expect(() => parse(nested(33))).toThrow('the body must not be nested deeper than 32 levels')
    expect(parse(`{"a":${'['.repeat(31)}${']'.repeat(31)}}`)).toBeDefined()
    expect(() => parse(`{"a":${'['.repeat(32)}${']'.repeat(32)}}`)).toThrow('32 levels')
    expect(parse(`{"a":"${'[{'.repeat(100)}"}`)).toBeDefined()
  })

  test('can hold half a million brackets without harm', () => {
    expect(() => parse('['.repeat(500_000))).toThrow('32 levels')
    expect(() => parse(nested(100_000))).toThrow('32 levels')
  })

  test('takes the last of two values under one name', () => {
    expect(parse('{"a":1,"b":2,"a":"last"}')).toEqual({ a: 'last', b: 2 })
  })

  test('is not poisoned by the names of the language', () => {
    const body = parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  test('is UTF-8, with or without a byte order mark', () => {
    expect(parse('\uFEFF{"a":"é"}')).toEqual({ a: 'é' })
    expect(() => parseJson(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toThrow(
      'not valid UTF-8',
    )
    expect(() => parseJson(Buffer.from('{"a":"é"}', 'latin1'))).toThrow('not valid UTF-8')
  })

  test.each([
    ['numbers', `{"a":[${Array(500_000).fill(1).join()}]}`],
    ['long numbers', `{"a":[${Array(55_000).fill('1234567890123456e1').join()}]}`],
    ['zeros', `{"a":1${'0'.repeat(1_000_000)}1}`],
    ['quotes', `{"a":"${'\\"'.repeat(500_000)}"}`],
    ['backslashes', `{"a":"${'\\'.repeat(1_000_000)}"}`],
    ['words', `{"a":[${Array(200_000).fill('true').join()}]}`],
  ])('of 1 MiB of %s takes no more than a moment', (_what, text) => {
    const started = performance.now()
    parse(text)
    expect(performance.now() - started).toBeLessThan(400)
  })
})
