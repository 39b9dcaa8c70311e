import { address, commonSettings, positiveInteger, readEnvironment, text, urlOf } from '@invoicing/chassis'
import type { OnFailure } from '@invoicing/moderation'

/** The settings of the invoices service; its README lists them. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env) {
  return readEnvironment(env, {
    ...commonSettings,
    DATABASE_URL: urlOf(
      'postgres',
      'postgresql',
    )({ desc: "the URL of this service's own Postgres database" }),
    NATS_URL: urlOf('nats', 'tls')({ desc: 'the URL of NATS, nats://user:password@host:4222' }),
    CLIENTS_ADDRESS: address({ desc: 'the host:port of the clients service' }),
    NUMBERING_ADDRESS: address({ desc: 'the host:port of the numbering service' }),
    MODERATION_URL: urlOf(
      'http',
      'https',
    )({ desc: 'the URL of a content check to use instead of the embedded one', default: undefined }),
    MODERATION_TOKEN: text({ desc: 'the bearer token for MODERATION_URL', default: undefined }),
    MODERATION_DEADLINE_MS: positiveInteger({
      desc: 'how long MODERATION_URL has for an answer, in milliseconds',
      default: 1_500,
    }),
    MODERATION_ON_FAILURE: text<OnFailure>({
      desc: 'what a title gets while MODERATION_URL has no answer: allow (taken unchecked), flag (422) or refuse (503)',
      choices: ['allow', 'flag', 'refuse'],
      default: 'refuse',
    }),
  })
}

export type Config = ReturnType<typeof loadConfig>
