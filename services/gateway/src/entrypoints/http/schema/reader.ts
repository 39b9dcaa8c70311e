import { invalid } from '@invoicing/contracts'
import type { TSchema } from 'typebox'
import { isObject } from '../body/parse-json.ts'
import { decimalReader } from './decimal-field.ts'
import { flagReader } from './flag-field.ts'
import { integerReader } from './integer-field.ts'
import { kindOf, type SchemaNode, schemaNode } from './node.ts'
import { textReader } from './text-field.ts'

/**
 * Reads a value that is there: answers it as its schema's type says, null for a blank optional text.
 *
 * @throws AppError invalid_argument naming the field that is wrong, with its path
 */
export type Read = (value: unknown, path: string) => unknown

/**
 * Makes a schema into the function that checks and reads what it describes, in one pass: unknown
 * fields are left out, texts are trimmed, decimals keep every digit, and the first fault is told in a
 * sentence (contract, "Reading and writing"). A schema validator would need a pass before it for the
 * trimming and one after it for the digits, each knowing the schema again.
 *
 * @throws TypeError for a schema with a keyword that is not carried out
 */
export function compileReader(schema: TSchema): Read {
  const node = schemaNode(schema)
  switch (kindOf(node).kind) {
    case 'object':
      return objectReader(node)
    case 'array':
      return arrayReader(node)
    case 'number':
      return decimalReader(node)
    case 'integer':
      return integerReader(node)
    case 'boolean':
      return flagReader
    default:
      return textReader(node)
  }
}

interface Field {
  readonly name: string
  readonly read: Read
  readonly required: boolean
  readonly nullable: boolean
  /** Whether null is a fault where the field can be left out: an update cannot clear it. */
  readonly lasting: boolean
  /** What is said when it is required and absent, after its path. */
  readonly missing: string
}

function objectReader(node: SchemaNode): Read {
  const isUpdate = node.minProperties !== undefined
  const fields = Object.entries(node.properties ?? {}).map(([name, schema]): Field => {
    const read = compileReader(schema)
    const required = node.required?.includes(name) ?? false
    const { nullable } = kindOf(schema)
    return { name, read, required, nullable, lasting: isUpdate && !nullable, missing: missing(schema) }
  })
  const alternatives = node.anyOf?.map(({ required }) => required)
  return (value, path) => {
    if (!isObject(value)) throw invalid(`${path || 'the body'} must be an object`)
    const result: Record<string, unknown> = {}
    for (const field of fields) {
      const read = readField(field, value, path)
      if (read !== undefined) result[field.name] = read
    }
    if (isUpdate && Object.keys(result).length === 0) {
      throw invalid(`send at least one of ${fields.map(({ name }) => name).join(', ')}`)
    }
    if (
      alternatives?.some((names) => names.every((name) => (result[name] ?? undefined) !== undefined)) ===
      false
    ) {
      throw invalid(`${path || 'the body'} must have ${alternatives.flat().join(' or ')}`)
    }
    return result
  }
}

function readField(
  { name, read, required, nullable, lasting, missing }: Field,
  holder: object,
  path: string,
): unknown {
  const at = path === '' ? name : `${path}.${name}`
  // Only what the caller sent counts: a name such as constructor is inherited by every object.
  const value: unknown = Object.hasOwn(holder, name) ? Reflect.get(holder, name) : undefined
  if (value !== undefined && value !== null) return read(value, at)
  if (required) throw invalid(`${at} ${missing}`)
  if (value === null && lasting) throw invalid(`${at} must not be null`)
  return nullable ? value : undefined
}

function arrayReader(node: SchemaNode): Read {
  const read = compileReader(node.items ?? {})
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = node
  return (value, path) => {
    if (!Array.isArray(value)) throw invalid(`${path} must be a list`)
    if (value.length < minItems) throw invalid(`${path} ${missing(node)}`)
    if (value.length > maxItems) throw invalid(`${path} must have at most ${maxItems} entries`)
    return value.map((entry, index) => read(entry, `${path}[${index}]`))
  }
}

/** "is required", and for a list what it must hold. */
function missing(node: SchemaNode): string {
  if (!node.minItems) return 'is required'
  const entries: SchemaNode = node.items ?? {}
  const each = entries.anyOf
    ? `, each with ${entries.anyOf.flatMap(({ required }) => required).join(' or ')}`
    : ''
  return `is required, with at least ${node.minItems === 1 ? 'one entry' : `${node.minItems} entries`}${each}`
}
