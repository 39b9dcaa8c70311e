import { createHash, timingSafeEqual } from 'node:crypto'
import { type CallMetadata, handlerKit, type Logger, type Pool } from '@invoicing/chassis'
import { AppError, notFound } from '@invoicing/contracts'
import type {
  AdminServiceServer,
  CreateCompanyRequest,
  CreateCompanyResponse,
  CreateKeyResponse,
} from '@invoicing/contracts/gen/gateway/v1/admin'
import type { ClientsPeer } from '../adapters/peers/clients.ts'
import { companyExists } from '../adapters/postgres/company-exists.ts'
import { listApiKeys } from '../adapters/postgres/list-api-keys.ts'
import { revokeApiKey } from '../adapters/postgres/revoke-api-key.ts'

interface Dependencies {
  readonly app: {
    createCompany(request: CreateCompanyRequest): Promise<CreateCompanyResponse>
    createKey(companyId: string): Promise<CreateKeyResponse>
  }
  readonly pool: Pool
  readonly clients: Pick<ClientsPeer, 'listReviews' | 'resolveReview'>
  readonly adminToken: string
  readonly log: Logger
}

const DEFAULT_REVIEWS = 100

/** The admin command's API. Every call carries `authorization: Bearer <ADMIN_TOKEN>`. */
export function adminApi({ app, pool, clients, adminToken, log }: Dependencies): AdminServiceServer {
  const { unary } = handlerKit(log)
  const guarded = <Q, R>(handle: (request: Q) => Promise<R>) =>
    unary<Q, R>(async (request, metadata) => {
      requireToken(metadata, adminToken)
      return handle(request)
    })
  return {
    createCompany: guarded((request) => app.createCompany(request)),
    createKey: guarded(({ companyId }) => app.createKey(companyId)),
    listKeys: guarded(async ({ companyId }) => {
      const keys = await listApiKeys(pool, companyId)
      if (keys === undefined) throw notFound('Company not found')
      return { keys }
    }),
    revokeKey: guarded(async ({ keyId }) => {
      const key = await revokeApiKey(pool, keyId)
      if (key === undefined) throw notFound('Key not found')
      return { key }
    }),
    listReviews: guarded(async ({ companyId, limit, after }) => {
      if (companyId !== '' && !(await companyExists(pool, companyId))) throw notFound('Company not found')
      return clients.listReviews({ companyId, limit: limit || DEFAULT_REVIEWS, after })
    }),
    resolveReview: guarded((request) => clients.resolveReview(request)),
  }
}

/** Compares digests, so that neither the time nor the length tells how near a guess came. */
function requireToken(metadata: CallMetadata, token: string): void {
  const [given = ''] = metadata.get('authorization')
  if (!timingSafeEqual(digest(String(given)), digest(`Bearer ${token}`))) {
    throw new AppError('unauthenticated', 'the admin token is missing or wrong')
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()
