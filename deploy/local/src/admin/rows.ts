import { clientTypeName } from '@invoicing/contracts'
import { type Review, ReviewKind } from '@invoicing/contracts/gen/clients/v1/clients'
import type { ApiKey } from '@invoicing/contracts/gen/gateway/v1/admin'
import type { AdminApi } from './connection.ts'

/** A key as the command prints it; the key itself is known to nobody any more. */
export function keyRow(key: ApiKey) {
  return {
    key: key.id,
    company: key.companyId,
    last_four: key.lastFour,
    created_at: instant(key.createdAt),
    revoked_at: key.revokedAt === undefined ? null : instant(key.revokedAt),
  }
}

/** A held write as the command prints it, with the texts that a person has to judge. */
export function reviewRow(review: Review) {
  const { type, ...texts } = review.fields ?? {}
  const fields: Record<string, string | null> = { type: type === undefined ? null : clientTypeName(type) }
  for (const [name, text] of Object.entries(texts)) fields[snakeCase(name)] = text ?? null
  return {
    review: review.id,
    company: review.companyId,
    kind: review.kind === ReviewKind.REVIEW_KIND_UPDATE ? 'update' : 'create',
    client: review.clientId,
    flagged: review.flaggedFields,
    fields,
    created_at: instant(review.createdAt),
  }
}

/** What was flagged, with its text; characters that could act on a terminal are not shown. */
export function flaggedTexts({ flagged, fields }: ReturnType<typeof reviewRow>): string {
  return flagged.map((name) => `${name}: ${(fields[name] ?? '').replaceAll(/\p{C}/gu, '\uFFFD')}`).join('; ')
}

const PAGE = 100
const MOST_PAGES = 100

/** Every review of a company, or of all when it is empty; the oldest 10,000 at the most. */
export async function allReviews(api: AdminApi, companyId: string): Promise<Review[]> {
  const reviews: Review[] = []
  let after: string | undefined
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { reviews: more, next } = await api.listReviews({ companyId, limit: PAGE, after })
    reviews.push(...more)
    if (next === undefined) break
    after = next
  }
  return reviews
}

function instant(at: Date | undefined): string {
  if (at === undefined) throw new Error('the platform answered without a time')
  return at.toISOString()
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
