import { type TObject, type TPartial, type TProperties, Type } from 'typebox'

/**
 * The kinds of fields that bodies are made of. Each is a JSON Schema as OpenAPI shows it and as
 * `reader.ts` carries it out, and has the type that the reader answers: decimals come as exact text.
 * An optional field may be null: on create that is as absent, on update it clears.
 */

/** Upper bounds on texts, in characters (code points), and on numbers (contract, "Limits"). */
export const LIMITS = {
  name: 200,
  title: 500,
  unit: 50,
  text: 2_000,
  url: 2_048,
  notes: 5_000,
  /** The size of any number, either way. */
  number: 1_000_000_000_000,
  decimals: 6,
} as const

export const requiredText = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, description })

export const optionalText = (maxLength: number, description: string) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength, description }))

export const oneOf = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, description })

/** A date in any spelling that `Date.parse` takes; the reader answers YYYY-MM-DD. */
export const optionalDate = (description: string) =>
  Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'calendar-date',
      maxLength: LIMITS.text,
      description,
      examples: ['2026-01-31'],
    }),
  )

/** As `optionalDate`, of a record that always has the date: an update cannot clear it. */
export const requiredDate = (description: string) =>
  Type.Unsafe<string>({
    type: 'string',
    format: 'calendar-date',
    maxLength: LIMITS.text,
    description,
    examples: ['2026-01-31'],
  })

interface Range {
  /** The number itself is out. */
  readonly exclusiveMinimum?: number
  readonly minimum?: number
  readonly maximum?: number
}

/** A number with at most 6 decimals; without bounds of its own up to 1e12 either way. */
export const optionalDecimal = (range: Range, description: string) =>
  Type.Optional(
    Type.Unsafe<string | null>({
      type: ['number', 'null'],
      ...(range.exclusiveMinimum === undefined && { minimum: -LIMITS.number }),
      maximum: LIMITS.number,
      ...range,
      description: `${description} At most 6 decimals.`,
    }),
  )

/** A whole number in its bounds. */
export const optionalInteger = (
  range: { readonly minimum: number; readonly maximum: number },
  description: string,
) => Type.Optional(Type.Unsafe<number>({ type: 'integer', ...range, description }))

/** True or false; null on update is as false. */
export const optionalFlag = (description: string) =>
  Type.Optional(Type.Unsafe<boolean | null>({ type: ['boolean', 'null'], description }))

/**
 * The body of an update: each field of the body of a create, or some of them. What may be null is
 * cleared by it, what may not is refused; nothing that can be set is refused too (contract, "Reading
 * and writing").
 */
export const updateOf = <P extends TProperties>(body: TObject<P>): TPartial<TObject<P>> =>
  Type.Partial(body, { minProperties: 1 })
