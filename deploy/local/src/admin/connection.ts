import { credentials, status as GrpcStatus, Metadata, type ServiceError } from '@grpc/grpc-js'
import { AdminServiceClient } from '@invoicing/contracts/gen/gateway/v1/admin'
import { LOOPBACK_CHANNEL } from '../loopback-channel.ts'
import { dataDirOf, SettingsError } from '../settings.ts'
import { readSecrets, readState } from '../state.ts'

/** The longest one call may take, in milliseconds. */
const CALL_MS = 10_000

/** Where a platform takes the calls of its operators, and the token that it asks for. */
export interface PlatformAccess {
  readonly address: string
  readonly token: string
}

/**
 * The platform that ADMIN_ADDRESS and ADMIN_TOKEN name, or the one that runs on DATA_DIR.
 *
 * @throws SettingsError when half of the two is given, or nothing runs
 */
export function findPlatform(env: NodeJS.ProcessEnv): PlatformAccess {
  const address = env.ADMIN_ADDRESS?.trim() || undefined
  const token = env.ADMIN_TOKEN?.trim() || undefined
  if (address !== undefined && token !== undefined) return { address: hostAndPort(address), token }
  if (address !== undefined) throw new SettingsError('ADMIN_TOKEN is not set: ADMIN_ADDRESS needs it')
  const dataDir = dataDirOf(env)
  const state = readState(dataDir)
  const secrets = state && readSecrets(dataDir)
  if (state === undefined || secrets === undefined) {
    throw new SettingsError(
      `no platform runs on ${dataDir}: npm start starts it, DATA_DIR names another, and so do ADMIN_ADDRESS and ADMIN_TOKEN`,
    )
  }
  return { address: state.adminAddress, token: secrets.ADMIN_TOKEN }
}

function hostAndPort(address: string): string {
  if (/^(dns:\/\/\S*\/)?[^\s/]+:\d{1,5}$/.test(address)) return address
  throw new SettingsError(`ADMIN_ADDRESS is ${JSON.stringify(address)}: write host:port`)
}

type Rpc<Q, R> = (
  request: Q,
  metadata: Metadata,
  options: { deadline: number },
  done: (error: ServiceError | null, response: R) => void,
) => unknown

/** The gateway's AdminService: every call carries the token and a deadline, and fails with one line for people. */
export function connectAdmin({ address, token }: PlatformAccess) {
  const client = new AdminServiceClient(address, credentials.createInsecure(), LOOPBACK_CHANNEL)
  const metadata = new Metadata()
  metadata.set('authorization', `Bearer ${token}`)
  const call = <Q, R>(rpc: Rpc<Q, R>) => {
    return (request: Q): Promise<R> => {
      const { promise, resolve, reject } = Promise.withResolvers<R>()
      rpc.call(client, request, metadata, { deadline: Date.now() + CALL_MS }, (error, response) => {
        if (error) reject(failureOf(error))
        else resolve(response)
      })
      return promise
    }
  }
  return {
    createCompany: call(client.createCompany),
    createKey: call(client.createKey),
    listKeys: call(client.listKeys),
    revokeKey: call(client.revokeKey),
    listReviews: call(client.listReviews),
    resolveReview: call(client.resolveReview),
    close: () => client.close(),
  }
}

export type AdminApi = ReturnType<typeof connectAdmin>

function failureOf({ code, details }: ServiceError): Error {
  const [line = ''] = details.split('\n', 1)
  if (code === GrpcStatus.UNAVAILABLE || code === GrpcStatus.DEADLINE_EXCEEDED) {
    return new Error('the platform does not answer: npm run --silent status tells what is away', {
      cause: details,
    })
  }
  return new Error(line)
}
