import { handlerKit, type Logger, type Pool } from '@invoicing/chassis'
import { invalid, notFound } from '@invoicing/contracts'
import type { NumberingServiceServer } from '@invoicing/contracts/gen/numbering/v1/numbering'
import { getSequence, putSequence } from '../adapters/postgres/sequences.ts'
import type { Allocation } from '../app/dependencies.ts'

interface Dependencies {
  readonly app: { allocate(companyId: string, invoiceId: string): Promise<Allocation> }
  readonly pool: Pool
  readonly log: Logger
}

const MAX_PREFIX = 50
const MAX_PADDING = 12

export function numberingApi({ app, pool, log }: Dependencies): NumberingServiceServer {
  const { unary } = handlerKit(log)
  return {
    putSequence: unary(async ({ companyId, prefix, padding }) => {
      if (prefix !== undefined && Array.from(prefix).length > MAX_PREFIX) {
        throw invalid(`number_prefix must be at most ${MAX_PREFIX} characters`)
      }
      if (padding !== undefined && (padding < 1 || padding > MAX_PADDING)) {
        throw invalid(`number_padding must be from 1 to ${MAX_PADDING}`)
      }
      return { sequence: await putSequence(pool, companyId, { prefix, padding }) }
    }),
    getSequence: unary(async ({ companyId }) => {
      const sequence = await getSequence(pool, companyId)
      if (sequence === undefined) throw notFound('Company not found')
      return { sequence }
    }),
    allocate: unary(async ({ companyId, invoiceId }) => {
      const { number, invoiceNumber } = await app.allocate(companyId, invoiceId)
      return { number, invoiceNumber }
    }),
  }
}
