import { type ChildProcess, spawn } from 'node:child_process'
import { Peer } from '@invoicing/chassis'
import { newId } from '@invoicing/contracts'
import { HealthClient } from '@invoicing/contracts/gen/grpc/health/v1/health'
import { NumberingServiceClient } from '@invoicing/contracts/gen/numbering/v1/numbering'
import { eventually, freshDatabase } from '@invoicing/testkit'
import pg from 'pg'
import { loadConfig } from '../../src/config.ts'
import { buildService } from '../../src/service.ts'

const MIGRATIONS = `${import.meta.dirname}/../../migrations`
const MAIN = `${import.meta.dirname}/../../src/main.ts`
/** Nothing listens there: for tests that need no bus. */
const NO_BUS = 'nats://127.0.0.1:9'

export interface Surroundings {
  readonly databaseUrl: string
  readonly natsUrl?: string
}

/** The API of one replica, as the other services call it. */
export function numberingApi(address: string) {
  const peer = new Peer(NumberingServiceClient, address)
  const health = new Peer(HealthClient, address)
  const putSequence = peer.unary((client) => client.putSequence)
  const allocate = peer.unary((client) => client.allocate)
  const check = health.unary((client) => client.check)
  return {
    allocate: (companyId: string, invoiceId: string = newId('invoice')) => allocate({ companyId, invoiceId }),
    putSequence: (companyId: string, settings: { prefix?: string; padding?: number } = {}) =>
      putSequence({ companyId, prefix: settings.prefix, padding: settings.padding }),
    getSequence: peer.unary((client) => client.getSequence),
    ready: async () => (await check({ service: '' })).status === 'SERVING',
    /** A new company with a sequence. */
    company: async (settings: { prefix?: string; padding?: number } = {}) => {
      const companyId = newId('company')
      await putSequence({ companyId, prefix: settings.prefix, padding: settings.padding })
      return companyId
    },
    close: () => {
      peer.close()
      health.close()
    },
  }
}

export type NumberingApi = ReturnType<typeof numberingApi>

const environment = ({ databaseUrl, natsUrl = NO_BUS }: Surroundings) => ({
  GRPC_ADDRESS: '127.0.0.1:0',
  LOG_LEVEL: 'silent',
  DATABASE_URL: databaseUrl,
  NATS_URL: natsUrl,
})

/** One replica in this process. */
export async function startReplica(surroundings: Surroundings) {
  const service = await buildService(loadConfig(environment(surroundings)))
  const api = numberingApi(service.grpcAddress)
  return {
    ...api,
    stop: async () => {
      api.close()
      await service.stop()
    },
  }
}

/** One replica as a process of its own, which can be killed. */
export async function spawnReplica(surroundings: Surroundings) {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, ...environment(surroundings), LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await listening(child)
  const api = numberingApi(address)
  const end = async (signal: NodeJS.Signals) => {
    api.close()
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode === null && child.signalCode === null && child.kill(signal)) await ended
  }
  return { ...api, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

/** The address that its log says it listens on. */
async function listening(child: ChildProcess): Promise<string> {
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  return eventually(() => /"grpcAddress":"([^"]+)"/.exec(output)?.[1], { within: 20_000 })
}

/** A database of the test file's own, with a pool to look into it. */
export async function numberingDatabase() {
  const { url, drop } = await freshDatabase(MIGRATIONS)
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  pool.on('error', () => {})
  return {
    url,
    query: async (sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows,
    drop: async () => {
      await pool.end()
      await drop()
    },
  }
}

export type NumberingDatabase = Awaited<ReturnType<typeof numberingDatabase>>

/** 1 to `count`. */
export const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
/** The numbers of allocations, smallest first. */
export const sorted = (allocations: readonly { number: number }[]) =>
  allocations.map(({ number }) => number).toSorted((a, b) => a - b)
