import { type Logger, pino } from 'pino'

export type { Logger } from 'pino'

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** One JSON line an entry on standard output. Secrets and bodies are never handed to it. */
export function createLog(service: string, level: LogLevel): Logger {
  return pino({ name: service, level, base: { service }, timestamp: pino.stdTimeFunctions.isoTime })
}
