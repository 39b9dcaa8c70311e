import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { compileReader } from './reader.ts'

/**
 * Validates what routes describe: bodies through the reader of their schema. Query strings are read
 * where they are used (page.ts), and ids in paths need no check: one that cannot be is not found.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  if (httpPart !== 'body') return (value) => ({ value })
  const read = compileReader(schema)
  return (value) => {
    try {
      return { value: read(value, '') }
    } catch (error) {
      if (error instanceof Error) return { error }
      throw error
    }
  }
}
