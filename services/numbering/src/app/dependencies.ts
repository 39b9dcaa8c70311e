/** A number of a company's sequence, given to one invoice. */
export interface Allocation {
  readonly invoiceId: string
  /** Position in the sequence, from 1. */
  readonly number: number
  /** Prefix and padded number as printed. */
  readonly invoiceNumber: string
}

/**
 * Gives each invoice of one company a number, in the order of the ids; an invoice that has one
 * keeps it. Answers nothing for a company without a sequence.
 */
export type AllocateNumbers = (
  companyId: string,
  invoiceIds: readonly string[],
) => Promise<readonly Allocation[]>
