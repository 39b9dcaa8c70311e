import { type Logger, positiveInteger, text, urlOf } from '@invoicing/chassis'
import { EmbeddedModerator } from './embedded.ts'
import { HttpModerator, type OnFailure } from './http.ts'
import type { Moderator } from './moderator.ts'

/** The settings of a service that checks content. */
export const moderationSettings = {
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
    desc: 'what a write gets while MODERATION_URL has no answer: allow (stored unchecked), flag (as flagged content) or refuse (503)',
    choices: ['allow', 'flag', 'refuse'],
    default: 'refuse',
  }),
} as const

interface ModerationConfig {
  readonly MODERATION_URL: string | undefined
  readonly MODERATION_TOKEN: string | undefined
  readonly MODERATION_DEADLINE_MS: number
  readonly MODERATION_ON_FAILURE: OnFailure
}

/** The embedded content check, or the one that the settings name. */
export function moderatorOf(config: ModerationConfig, log: Logger): Moderator {
  if (config.MODERATION_URL === undefined) return new EmbeddedModerator()
  return new HttpModerator({
    url: config.MODERATION_URL,
    ...(config.MODERATION_TOKEN === undefined ? {} : { token: config.MODERATION_TOKEN }),
    deadlineMs: config.MODERATION_DEADLINE_MS,
    onFailure: config.MODERATION_ON_FAILURE,
    onError: (error) => log.warn({ err: error }, 'the content check does not answer'),
  })
}
