/** Whom a request acts for. */
export interface Caller {
  readonly keyId: string
  readonly companyId: string
}

/** A key as the store knows it, by its hash. */
export interface FoundApiKey extends Caller {
  readonly hash: Buffer
}

/** The keys of these hashes that exist and are not revoked. */
export type FindApiKeys = (hashes: readonly Buffer[]) => Promise<readonly FoundApiKey[]>

export interface NewApiKey {
  readonly id: string
  readonly companyId: string
  readonly hash: Buffer
  readonly lastFour: string
}

/** Stores a key; false when its company does not exist. */
export type InsertApiKey = (key: NewApiKey) => Promise<boolean>

export type InsertCompany = (companyId: string) => Promise<void>

/** What a company's invoices are made with from its first one on. */
export interface BillingSettings {
  readonly companyId: string
  readonly name: string
  /** ISO 4217. */
  readonly currency: string
  /** Days, 0 to 3650. */
  readonly paymentTerms: number
  /** IANA name. */
  readonly timeZone: string
  /** BCP 47. */
  readonly locale: string
}

export type CreateBillingSettings = (settings: BillingSettings) => Promise<unknown>
export type PutSequence = (sequence: { companyId: string; prefix: string }) => Promise<unknown>
