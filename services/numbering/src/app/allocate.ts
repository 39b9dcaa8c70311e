import { coalesce } from '@invoicing/chassis'
import { notFound } from '@invoicing/contracts'
import type { AllocateNumbers, Allocation } from './dependencies.ts'

/**
 * Reserves the next number for an invoice (specification 1, step 3). The same invoice id gets
 * the same number again. Concurrent calls of one company share a statement: they would
 * otherwise queue for the lock on its sequence one by one.
 *
 * @throws AppError not_found for a company without a sequence
 */
export function allocate({ allocateNumbers }: { allocateNumbers: AllocateNumbers }) {
  const share = coalesce<string, Allocation | undefined>(async (companyId, invoiceIds) => {
    const allocations = await allocateNumbers(companyId, [...new Set(invoiceIds)])
    const byInvoice = new Map(allocations.map((allocation) => [allocation.invoiceId, allocation]))
    return invoiceIds.map((invoiceId) => byInvoice.get(invoiceId))
  })
  return async (companyId: string, invoiceId: string): Promise<Allocation> => {
    const allocation = await share(companyId, invoiceId)
    if (allocation === undefined) throw notFound('Company not found')
    return allocation
  }
}
