import { commonSettings, positiveInteger, readEnvironment, text, urlOf } from '@invoicing/chassis'
import type { OnFailure } from '@invoicing/moderation'

/** The settings of the clients service; its README lists them. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env) {
  return readEnvironment(env, {
    ...commonSettings,
    MONGODB_URL: urlOf(
      'mongodb',
      'mongodb+srv',
    )({ desc: 'the URL of MongoDB, mongodb://user:password@host:27017' }),
    MONGODB_DATABASE: text({
      desc: "the name of this service's own database",
      default: 'invoicing_clients',
    }),
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
      desc: 'what a write gets while MODERATION_URL has no answer: allow (stored unchecked), flag (sent for review) or refuse (503)',
      choices: ['allow', 'flag', 'refuse'],
      default: 'refuse',
    }),
  })
}

export type Config = ReturnType<typeof loadConfig>
