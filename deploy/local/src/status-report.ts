import type { ServerName } from '@invoicing/servers'
import { isGatewayReady, isServiceReady } from './health.ts'
import { isAlive, type ProcessIdentity } from './process-identity.ts'
import type { State } from './state.ts'

/** Longer than this nothing is waited for, in milliseconds; the whole command takes less than 3 s. */
const PROBE_MS = 2_000

/** Whether a server at this URL answers its own protocol; never throws. */
export type ProbeServer = (name: ServerName, url: string) => Promise<boolean>

interface Row {
  readonly name: string
  readonly pid: number | null
  readonly address: string
  readonly ready: boolean
}

/** What `npm run --silent status -- --json` prints. */
export interface StatusReport {
  readonly ready: boolean
  readonly url: string | null
  readonly launcher: { readonly pid: number } | null
  readonly services: readonly Row[]
  readonly servers: readonly (Row & { readonly origin: string })[]
}

export const NOT_RUNNING: StatusReport = {
  ready: false,
  url: null,
  launcher: null,
  services: [],
  servers: [],
}

/** Asks every process now. */
export async function statusOf(state: State, probe: ProbeServer): Promise<StatusReport> {
  const [whole, services, servers] = await Promise.all([
    isGatewayReady(state.localUrl, PROBE_MS),
    Promise.all(
      state.services.map(async ({ name, process, address }) => {
        const pid = runningPid(process)
        return { name, pid, address, ready: pid !== null && (await isServiceReady(address, PROBE_MS)) }
      }),
    ),
    Promise.all(
      state.servers.map(async ({ name, process, address, origin, url }) => ({
        name,
        pid: runningPid(process),
        address,
        ready: await within(PROBE_MS, probe(name, url)),
        origin,
      })),
    ),
  ])
  return {
    ready: state.ready && whole && [...services, ...servers].every(({ ready }) => ready),
    url: state.url,
    launcher: { pid: state.launcher.pid },
    services,
    servers,
  }
}

/** The report as a table for people. */
export function statusTable(report: StatusReport): string {
  const rows = [
    ['NAME', 'READY', 'PID', 'ADDRESS', 'ORIGIN'],
    ...report.services.map((row) => [...cells(row), '']),
    ...report.servers.map((row) => [...cells(row), row.origin]),
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const table = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const head = `Invoicing is ${report.ready ? 'ready' : 'not ready'} at ${report.url} (launcher ${report.launcher?.pid})`
  return [head, '', ...table].join('\n')
}

function cells({ name, ready, pid, address }: Row): string[] {
  return [name, ready ? 'yes' : 'no', pid === null ? '-' : String(pid), address]
}

function runningPid(process: ProcessIdentity | null): number | null {
  return process && isAlive(process) ? process.pid : null
}

async function within(ms: number, answer: Promise<boolean>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), ms)
  const ready = await Promise.race([answer.catch(() => false), late])
  clearTimeout(timer)
  return ready
}
