import { ReviewDecision } from '@invoicing/contracts/gen/clients/v1/clients'
import type { AdminApi } from './connection.ts'
import { allReviews, flaggedTexts, keyRow, reviewRow } from './rows.ts'
import { table } from './table.ts'

/** A flag with a value. */
interface Flag {
  readonly required?: boolean
  /** What a value must look like, where that can be told without asking. */
  readonly pattern?: RegExp
  /** What the value is, in words that follow "must be". */
  readonly what: string
  /** A value as an example for the usage. */
  readonly example: string
}

/** What a command prints: as one line of JSON, or for people. */
interface Result {
  readonly json: unknown
  readonly text: string
}

export interface Command {
  readonly summary: string
  readonly flags: Readonly<Record<string, Flag>>
  run(api: AdminApi, given: Readonly<Record<string, string>>): Promise<Result>
}

export type Commands = Readonly<Record<string, Command>>

const idOf = (kind: string, example: string): Flag => ({
  pattern: new RegExp(`^${kind}_[0-9a-z]{20,26}$`),
  what: `the id of a ${kind}, ${kind}_…`,
  example,
})
const COMPANY = idOf('company', 'company_…')
const KEY: Flag = { ...idOf('key', 'key_…'), required: true }
const REVIEW: Flag = { ...idOf('review', 'review_…'), required: true }

const KEPT = 'Keep the key: it is not shown again.'

/** Everything an operator can do (contract, "Accounts, keys, catalog"). */
export const COMMANDS: Commands = {
  'company create': {
    summary: 'makes an account with its settings, its number sequence and its first API key',
    flags: {
      name: { required: true, what: 'the name of the company', example: '"Acme"' },
      prefix: { what: 'printed before every invoice number', example: 'INV-' },
      currency: { what: 'an ISO 4217 code', example: 'EUR' },
      'payment-terms': {
        pattern: /^\d{1,4}$/,
        what: 'a whole number of days from 0 to 3650',
        example: '7',
      },
      'time-zone': { what: 'an IANA name', example: 'Europe/Paris' },
      locale: { what: 'a language tag', example: 'fr-FR' },
    },
    run: async (api, { name = '', prefix, currency, locale, ...given }) => {
      const terms = given['payment-terms']
      const { companyId, apiKey } = await api.createCompany({
        name,
        prefix,
        currency,
        locale,
        timeZone: given['time-zone'],
        paymentTerms: terms === undefined ? undefined : Number(terms),
      })
      return {
        json: { company: companyId, api_key: apiKey },
        text: table([
          ['Company', companyId],
          ['API key', apiKey],
          ['', KEPT],
        ]),
      }
    },
  },
  'key create': {
    summary: 'makes another API key of an account',
    flags: { company: { ...COMPANY, required: true } },
    run: async (api, { company = '' }) => {
      const { keyId, apiKey } = await api.createKey({ companyId: company })
      return {
        json: { key: keyId, api_key: apiKey },
        text: table([
          ['Key', keyId],
          ['API key', apiKey],
          ['', KEPT],
        ]),
      }
    },
  },
  'key list': {
    summary: "lists an account's API keys, newest first",
    flags: { company: { ...COMPANY, required: true } },
    run: async (api, { company = '' }) => {
      const keys = (await api.listKeys({ companyId: company })).keys.map(keyRow)
      return {
        json: { keys },
        text: table([
          ['KEY', 'ENDS IN', 'CREATED', 'REVOKED'],
          ...keys.map((row) => [row.key, row.last_four, row.created_at, row.revoked_at ?? '-']),
        ]),
      }
    },
  },
  'key revoke': {
    summary: 'ends an API key, within 5 s',
    flags: { key: KEY },
    run: async (api, { key = '' }) => {
      const { key: revoked } = await api.revokeKey({ keyId: key })
      if (revoked === undefined) throw new Error('the platform answered without the key')
      const row = keyRow(revoked)
      return { json: row, text: `${row.key} was revoked at ${row.revoked_at}` }
    },
  },
  'review list': {
    summary: 'lists what the content check holds for a person to look at, oldest first',
    flags: { company: COMPANY },
    run: async (api, { company = '' }) => {
      const reviews = (await allReviews(api, company)).map(reviewRow)
      if (reviews.length === 0) return { json: { reviews }, text: 'Nothing waits for review.' }
      return {
        json: { reviews },
        text: table([
          ['REVIEW', 'COMPANY', 'WRITE', 'SINCE', 'FLAGGED'],
          ...reviews.map((row) => [row.review, row.company, row.kind, row.created_at, flaggedTexts(row)]),
        ]),
      }
    },
  },
  'review approve': {
    summary: 'applies a write that was held',
    flags: { review: REVIEW },
    run: async (api, { review = '' }) => {
      const decision = ReviewDecision.REVIEW_DECISION_APPROVE
      const { client } = await api.resolveReview({ reviewId: review, decision })
      return {
        json: { review, decision: 'approved', client: client?.id ?? null },
        text: `${review} is approved: ${client?.id ?? 'no client'} is stored`,
      }
    },
  },
  'review reject': {
    summary: 'drops a write that was held',
    flags: { review: REVIEW },
    run: async (api, { review = '' }) => {
      const decision = ReviewDecision.REVIEW_DECISION_REJECT
      const { client } = await api.resolveReview({ reviewId: review, decision })
      return {
        json: { review, decision: 'rejected', client: client?.id ?? null },
        text: `${review} is rejected: the write is dropped`,
      }
    },
  },
}
