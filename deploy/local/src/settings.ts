import { resolve } from 'node:path'

/** What `npm start` is told by its environment; validated, complete and frozen. */
export interface Settings {
  /** TCP port of the gateway, 0 for any free one. */
  readonly port: number
  readonly host: string
  /** Without a trailing slash; undefined: made of host and port once the port is known. */
  readonly publicUrl: string | undefined
  /** Absolute path. */
  readonly dataDir: string
  /** Requests per minute and API key. */
  readonly rateLimitPerMinute: number
  /** The waits between the attempts of a webhook delivery, as written: `1m,5m,30m,2h`. */
  readonly webhookRetryDelays: string
  /** What every service inherits of the launcher's environment. */
  readonly inherited: Readonly<Record<string, string>>
}

/** A wrong setting, in one line: the variable, the fault and the remedy. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent']
const INHERITED = ['PATH', 'HOME', 'LANG', 'TZ', 'NODE_EXTRA_CA_CERTS']
/** Five attempts in all, and so four waits between them (specification 8), of a week at the most. */
const WAITS = 4
const LONGEST_WAIT_MS = 7 * 24 * 3_600_000
const UNITS_MS = new Map([
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
])

/**
 * Reads and checks the variables of the README; one that is empty counts as absent.
 *
 * @throws SettingsError naming the first variable that is wrong
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const read = (name: string, fallback: string) => env[name]?.trim() || fallback
  return Object.freeze({
    port: wholeNumber('PORT', read('PORT', '8080'), 0, 65_535, 'or 0 for any free port'),
    host: host(read('HOST', '127.0.0.1')),
    publicUrl: publicUrl(read('PUBLIC_URL', '')),
    dataDir: dataDirOf(env),
    rateLimitPerMinute: wholeNumber(
      'RATE_LIMIT_PER_MINUTE',
      read('RATE_LIMIT_PER_MINUTE', '100'),
      1,
      1_000_000_000,
      'the requests each API key may make in a minute',
    ),
    webhookRetryDelays: retryDelays(read('WEBHOOK_RETRY_DELAYS', '1m,5m,30m,2h')),
    inherited: inherited(env, logLevel(read('LOG_LEVEL', 'info'))),
  })
}

/** The data folder named by DATA_DIR (default `.data`), as an absolute path. */
export function dataDirOf(env: NodeJS.ProcessEnv): string {
  const path = env.DATA_DIR?.trim() || '.data'
  if (path.includes('\0'))
    throw new SettingsError('DATA_DIR holds a NUL character: write the path of a folder')
  return resolve(path)
}

/** An address as a URL shows it to people and programs on this machine. */
export function urlOf(host: string, port: number): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`
  if (host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function wholeNumber(name: string, text: string, least: number, most: number, meaning: string): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < least || number > most) {
    throw new SettingsError(
      `${name} is ${JSON.stringify(text)}: write a whole number from ${least} to ${most}, ${meaning}`,
    )
  }
  return number
}

function host(text: string): string {
  const bare = text.replace(/^\[(.*)\]$/, '$1')
  if (!/^[A-Za-z0-9.:_%-]+$/.test(bare)) {
    throw new SettingsError(
      `HOST is ${JSON.stringify(text)}: write an address of this machine, such as 127.0.0.1 or 0.0.0.0 for all of them`,
    )
  }
  return bare
}

function publicUrl(text: string): string | undefined {
  if (text === '') return undefined
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw new SettingsError(
      `PUBLIC_URL is ${JSON.stringify(text)}: write the address integrators use, such as https://invoices.example.com`,
    )
  }
  return url.href.replace(/\/+$/, '')
}

function retryDelays(text: string): string {
  const waits = text.split(',').map((part) => part.trim())
  if (waits.length !== WAITS || !waits.every(isWait)) {
    throw new SettingsError(
      `WEBHOOK_RETRY_DELAYS is ${JSON.stringify(text)}: write four waits in ms, s, m or h, such as 1m,5m,30m,2h`,
    )
  }
  return waits.join(',')
}

function isWait(text: string): boolean {
  const [, amount, unit = ''] = /^(\d{1,9})(ms|s|m|h)$/.exec(text) ?? []
  const ms = Number(amount) * (UNITS_MS.get(unit) ?? Number.NaN)
  return ms > 0 && ms <= LONGEST_WAIT_MS
}

function logLevel(text: string): string {
  if (!LOG_LEVELS.includes(text)) {
    throw new SettingsError(`LOG_LEVEL is ${JSON.stringify(text)}: write one of ${LOG_LEVELS.join(', ')}`)
  }
  return text
}

function inherited(env: NodeJS.ProcessEnv, level: string): Readonly<Record<string, string>> {
  const passed: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && (INHERITED.includes(name) || name.startsWith('OTEL_'))) passed[name] = value
  }
  passed.LOG_LEVEL = level
  return Object.freeze(passed)
}
