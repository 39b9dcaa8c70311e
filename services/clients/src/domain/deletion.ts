/** That a client is being removed: kept until it is, or until it is known to stay. */
export interface Deletion {
  readonly companyId: string
  readonly clientId: string
  readonly startedAt: Date
}
