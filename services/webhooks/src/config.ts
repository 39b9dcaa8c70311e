import { commonSettings, readEnvironment, urlOf } from '@invoicing/chassis'
import { EnvError, makeValidator } from 'envalid'
import { parseRetrySchedule } from './domain/retry-schedule.ts'

const retrySchedule = makeValidator<readonly number[]>((value) => {
  try {
    return parseRetrySchedule(value)
  } catch (error) {
    throw new EnvError(error instanceof Error ? error.message : String(error))
  }
})

/** The settings of the webhooks service; its README lists them. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env) {
  return readEnvironment(env, {
    ...commonSettings,
    DATABASE_URL: urlOf(
      'postgres',
      'postgresql',
    )({ desc: "the URL of this service's own Postgres database" }),
    NATS_URL: urlOf('nats', 'tls')({ desc: 'the URL of NATS, nats://user:password@host:4222' }),
    WEBHOOK_RETRY_DELAYS: retrySchedule({
      desc: 'the four pauses between the five attempts of a delivery, such as 1m,5m,30m,2h',
      default: parseRetrySchedule('1m,5m,30m,2h'),
    }),
  })
}

export type Config = ReturnType<typeof loadConfig>
