import { type TObject, type TProperties, Type } from 'typebox'

/**
 * The shapes of answers, for OpenAPI alone: records are made in packages/contracts and written as
 * they are. Routes refer to them by name.
 */
export const answerTo = (name: string) => Type.Unsafe<Record<string, unknown>>({ $ref: `${name}#` })

export const single = (name: string, description: string) =>
  Type.Object({ data: answerTo(name) }, { description })

/** The answer to a delete (specification 4). */
export const deleted = (description: string) =>
  Type.Object({ deleted: Type.Literal(true), id: Type.String() }, { description })

export const listOf = (name: string) =>
  Type.Object(
    { data: Type.Array(answerTo(name)), pagination: answerTo('Pagination') },
    { description: 'A page, newest first.' },
  )

export const record = (name: string, properties: TProperties, description: string): TObject =>
  Type.Object(properties, { $id: name, description })

export const id = (prefix: string, description: string) =>
  Type.String({
    description,
    examples: [`${prefix}01k0example0000000000000000`.slice(0, prefix.length + 26)],
  })

export const instant = (description: string) => Type.String({ format: 'date-time', description })

export const dates = {
  'Created Date': instant('Set by the service.'),
  'Modified Date': instant('Set by the service.'),
}

export const orNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description })

export const Pagination = record(
  'Pagination',
  {
    count: Type.Integer({ description: 'Records on this page.' }),
    remaining: Type.Integer({ description: 'Records after this page.' }),
    next_cursor: orNull('Pass it as `cursor` for the next page; null at the end.'),
  },
  'Where a page stands in its list.',
)

export const ErrorBody = record(
  'Error',
  { error: Type.String({ description: 'What is wrong; it names the field where there is one.' }) },
  'Every error has this body, whatever its status.',
)
