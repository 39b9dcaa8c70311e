import { busSettings, commonSettings, databaseSettings, readEnvironment } from '@invoicing/chassis'
import { EnvError, makeValidator } from 'envalid'
import { parseCidrs } from './domain/cidr.ts'
import { parseRetrySchedule } from './domain/retry-schedule.ts'
import { parseSecretKeys } from './domain/secret-box.ts'

/** A setting that a rule of the domain reads; what is wrong with it is said in the rule's words. */
const readBy = <T>(parse: (text: string) => T) =>
  makeValidator<T>((value) => {
    try {
      return parse(value)
    } catch (error) {
      throw new EnvError(error instanceof Error ? error.message : String(error))
    }
  })

const retrySchedule = readBy(parseRetrySchedule)
const cidrs = readBy(parseCidrs)
const secretKeys = readBy(parseSecretKeys)

/** The settings of the webhooks service; its README lists them. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env) {
  return readEnvironment(env, {
    ...commonSettings,
    ...databaseSettings,
    ...busSettings,
    WEBHOOK_RETRY_DELAYS: retrySchedule({
      desc: 'the four pauses between the five attempts of a delivery, such as 1m,5m,30m,2h',
      default: parseRetrySchedule('1m,5m,30m,2h'),
    }),
    WEBHOOK_SECRET_KEYS: secretKeys({
      desc: 'the keys that signing secrets are encrypted with, each 32 bytes in hex or base64url, parted by commas: the first one encrypts, all of them decrypt',
    }),
    WEBHOOK_ALLOWED_CIDRS: cidrs({
      desc: 'the address ranges that receivers may be in besides the public internet, parted by commas, such as 10.1.0.0/16,fd00:1::/32',
      default: [],
    }),
  })
}

export type Config = ReturnType<typeof loadConfig>
