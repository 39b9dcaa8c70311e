import { EmbeddedModerator } from './embedded.ts'
import { HttpModerator, type HttpModeratorOptions } from './http.ts'
import type { Moderator } from './moderator.ts'

export { EmbeddedModerator } from './embedded.ts'
export { HttpModerator, type HttpModeratorOptions, type OnFailure } from './http.ts'
export { ModerationUnavailableError, type Moderator } from './moderator.ts'
export { moderationSettings, moderatorOf } from './settings.ts'

/** The provider where one is set, the embedded check where none is. */
export function createModerator(provider?: HttpModeratorOptions): Moderator {
  return provider === undefined ? new EmbeddedModerator() : new HttpModerator(provider)
}
