import { credentials, status as GrpcStatus, Metadata, type ServiceError } from '@grpc/grpc-js'
import { AdminServiceClient } from '@invoicing/contracts/gen/gateway/v1/admin'
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
 * The demo company kept in `file`. One is made when there is none, and when the gateway no longer
 * knows the kept one's key: its database was put back or exchanged, or the key was revoked.
 *
 * @throws when the gateway's AdminService does not answer
 */
export async function ensureDemo(adminAddress: string, adminToken: string, file: string): Promise<Demo> {
  const client = new AdminServiceClient(adminAddress, credentials.createInsecure(), LOOPBACK_CHANNEL)
  const metadata = new Metadata()
  metadata.set('authorization', `Bearer ${adminToken}`)
  try {
    const kept = readDemo(file)
    if (kept && (await isKnown(client, metadata, kept))) return kept
    const { companyId, apiKey } = await answer<{ companyId: string; apiKey: string }>((done) =>
      client.createCompany({ name: NAME }, metadata, { deadline: Date.now() + CALL_MS }, done),
    )
    const demo = { company: companyId, api_key: apiKey }
    writePrivateJson(file, demo)
    return demo
  } finally {
    client.close()
  }
}

/** Asked of the AdminService, not tried on the API: that would count in the key's rate window. */
async function isKnown(client: AdminServiceClient, metadata: Metadata, demo: Demo): Promise<boolean> {
  try {
    const { keys } = await answer<{ keys: readonly { lastFour: string; revokedAt?: Date | undefined }[] }>(
      (done) =>
        client.listKeys({ companyId: demo.company }, metadata, { deadline: Date.now() + CALL_MS }, done),
    )
    return keys.some((key) => key.lastFour === demo.api_key.slice(-4) && key.revokedAt === undefined)
  } catch (error) {
    // Only a plain "no such company" is a reason to make another one.
    return codeOf(error) !== GrpcStatus.NOT_FOUND
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

function answer<R>(call: (done: (error: ServiceError | null, response: R) => void) => unknown): Promise<R> {
  const { promise, resolve, reject } = Promise.withResolvers<R>()
  call((error, response) => (error ? reject(error) : resolve(response)))
  return promise
}
