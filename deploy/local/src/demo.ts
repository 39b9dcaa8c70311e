import { credentials, status as GrpcStatus, Metadata, type ServiceError } from '@grpc/grpc-js'
import {
  AdminServiceClient,
  type CreateCompanyResponse,
  type CreateKeyResponse,
  type ListKeysResponse,
} from '@invoicing/contracts/gen/gateway/v1/admin'
import { codeOf } from './error-code.ts'
import { LOOPBACK_CHANNEL } from './loopback-channel.ts'
import { readPrivateJson, writePrivateJson } from './private-file.ts'

const CALL_MS = 10_000
const NAME = 'Demo Company'

/** A company to try the platform with, made on first start; in the words of the admin command. */
export interface Demo {
  readonly company: string
  readonly api_key: string
}

/**
 * The demo company kept in `file`. Its key is looked up in the AdminService, not tried on the API,
 * where it would count in the rate window. A revoked key is replaced, and a company that the
 * gateway does not know, because its database is another one now, is made anew.
 *
 * @throws when the gateway's AdminService does not answer
 */
export async function ensureDemo(adminAddress: string, adminToken: string, file: string): Promise<Demo> {
  const client = new AdminServiceClient(adminAddress, credentials.createInsecure(), LOOPBACK_CHANNEL)
  const metadata = new Metadata()
  metadata.set('authorization', `Bearer ${adminToken}`)
  const admin = <R>(call: (metadata: Metadata, options: { deadline: number }, done: Done<R>) => unknown) =>
    answer<R>((done) => call(metadata, { deadline: Date.now() + CALL_MS }, done))

  const keysOf = async (companyId: string) => {
    try {
      const { keys } = await admin<ListKeysResponse>((...rest) => client.listKeys({ companyId }, ...rest))
      return keys
    } catch (error) {
      if (codeOf(error) === GrpcStatus.NOT_FOUND) return []
      throw error
    }
  }

  try {
    const kept = readDemo(file)
    const keys = kept ? await keysOf(kept.company) : []
    if (kept && keys.some((key) => !key.revokedAt && key.lastFour === kept.api_key.slice(-4))) return kept
    const demo = kept && keys.length > 0 ? await anotherKey(kept.company) : await newCompany()
    writePrivateJson(file, demo)
    return demo
  } finally {
    client.close()
  }

  async function anotherKey(company: string): Promise<Demo> {
    const { apiKey } = await admin<CreateKeyResponse>((...rest) =>
      client.createKey({ companyId: company }, ...rest),
    )
    return { company, api_key: apiKey }
  }

  async function newCompany(): Promise<Demo> {
    const { companyId, apiKey } = await admin<CreateCompanyResponse>((...rest) =>
      client.createCompany({ name: NAME }, ...rest),
    )
    return { company: companyId, api_key: apiKey }
  }
}

function readDemo(file: string): Demo | undefined {
  try {
    const kept = Object(readPrivateJson(file))
    return typeof kept.company === 'string' && typeof kept.api_key === 'string' ? kept : undefined
  } catch {
    return undefined
  }
}

type Done<R> = (error: ServiceError | null, response: R) => void

function answer<R>(call: (done: Done<R>) => unknown): Promise<R> {
  const { promise, resolve, reject } = Promise.withResolvers<R>()
  call((error, response) => (error ? reject(error) : resolve(response)))
  return promise
}
