import type { TSchema } from 'typebox'

/** The keywords of JSON Schema that request bodies of this API are described with. */
export interface SchemaNode {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  /** Marks the body of an update: something must be sent, and null is not as absent. */
  readonly minProperties?: number
  readonly anyOf?: readonly { readonly required: readonly string[] }[]
  readonly items?: TSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly enum?: readonly string[]
  readonly format?: 'calendar-date'
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
}

const CARRIED_OUT: Readonly<Record<string, readonly (keyof SchemaNode)[]>> = {
  object: ['properties', 'required', 'minProperties', 'anyOf'],
  array: ['items', 'minItems', 'maxItems'],
  string: ['minLength', 'maxLength', 'enum', 'format'],
  number: ['minimum', 'exclusiveMinimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  boolean: [],
}
const ANNOTATIONS = ['type', 'title', 'description', 'examples', 'default']

/** The one type of a node besides null, which marks an optional field that may be null. */
export function kindOf(node: SchemaNode): { kind: string; nullable: boolean } {
  const types = [node.type ?? []].flat()
  const [kind = '', another] = types.filter((type) => type !== 'null')
  if (another !== undefined) throw new TypeError(`a field has one type, not ${kind} and ${another}`)
  return { kind, nullable: types.includes('null') }
}

/**
 * A schema as a node that the reader carries out to the letter.
 *
 * @throws TypeError for a keyword that the reader does not know: documented, it would not be enforced
 */
export function schemaNode(schema: TSchema): SchemaNode {
  const node: SchemaNode = schema
  const { kind } = kindOf(node)
  const known: readonly string[] = [...(CARRIED_OUT[kind] ?? []), ...ANNOTATIONS]
  const unknown = Object.keys(schema).find((keyword) => !known.includes(keyword))
  if (CARRIED_OUT[kind] === undefined || unknown !== undefined) {
    throw new TypeError(`the schema reader knows no ${unknown ?? 'type'} of ${kind || 'a node without type'}`)
  }
  return node
}
