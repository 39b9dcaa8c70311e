import { handlerKit, type Logger, type Pool } from '@invoicing/chassis'
import { invalid, isId, notFound } from '@invoicing/contracts'
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
/** Not printable, and Postgres takes no NUL at all. */
const CONTROL = /\p{Cc}/u

export function numberingApi({ app, pool, log }: Dependencies): NumberingServiceServer {
  const { unary } = handlerKit(log)
  return {
    putSequence: unary(async ({ companyId, prefix, padding }) => {
      if (!isId('company', companyId)) throw invalid('company_id must be the id of a company')
      if (prefix !== undefined && Array.from(prefix).length > MAX_PREFIX) {
        throw invalid(`number_prefix must be at most ${MAX_PREFIX} characters`)
      }
      if (prefix !== undefined && CONTROL.test(prefix)) {
        throw invalid('number_prefix must not hold control characters')
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
      // An empty id would give one number to every invoice whose caller forgot to name it.
      if (!isId('invoice', invoiceId)) throw invalid('invoice_id must be the id of an invoice')
      const { number, invoiceNumber } = await app.allocate(companyId, invoiceId)
      return { number, invoiceNumber }
    }),
  }
}
