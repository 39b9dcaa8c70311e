import { ModerationUnavailableError, type Moderator } from './moderator.ts'

/**
 * What to answer while the provider cannot: `allow` lets everything pass, `flag` flags everything
 * (client writes then wait for manual review, line titles are refused), `refuse` refuses to answer.
 */
export type OnFailure = 'allow' | 'flag' | 'refuse'

export interface HttpModeratorOptions {
  /** http or https; it gets a POST. */
  readonly url: string
  /** Sent as `Authorization: Bearer …`. */
  readonly token?: string
  /** For everything from connecting to the last byte of the answer, in milliseconds. */
  readonly deadlineMs: number
  readonly onFailure: OnFailure
  /** How many checks may be on their way at once; one more fails at once. Default 64. */
  readonly maxConcurrent?: number
  /** Told of every failure, for the log and the metrics; `onFailure` has been applied all the same. */
  readonly onError?: (error: Error) => void
}

// 1,000 indexes of up to 3 digits take 4 KB.
const MAX_ANSWER_BYTES = 64 * 1024

/**
 * The check by another service: `POST {"texts": [...]}`, answered by 200 and `{"flagged": [0, 2]}`,
 * the indexes of the texts to flag. Anything else is a failure: another status, a redirect, another
 * body, no complete answer within the deadline. Nothing is tried again: the caller's request is
 * waiting, and `onFailure` says what it gets.
 */
export class HttpModerator implements Moderator {
  private readonly options: HttpModeratorOptions
  private underWay = 0

  /** @throws TypeError when the url is not http(s); RangeError when the deadline is not positive. */
  constructor(options: HttpModeratorOptions) {
    if (!/^https?:$/.test(new URL(options.url).protocol)) {
      throw new TypeError('the url of the moderation provider must be http or https')
    }
    if (!(options.deadlineMs > 0))
      throw new RangeError('the deadline of the moderation provider must be positive')
    this.options = options
  }

  /** @throws ModerationUnavailableError on a failure under `refuse`, and whenever `signal` is aborted. */
  async check(texts: readonly string[], signal?: AbortSignal): Promise<readonly number[]> {
    if (texts.length === 0) return []
    try {
      return await this.ask(texts, signal)
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause))
      this.options.onError?.(error)
      const caller = signal?.aborted === true
      if (caller || this.options.onFailure === 'refuse')
        throw new ModerationUnavailableError({ cause: error })
      return this.options.onFailure === 'flag' ? [...texts.keys()] : []
    }
  }

  private async ask(texts: readonly string[], signal: AbortSignal | undefined): Promise<readonly number[]> {
    const { url, token, deadlineMs, maxConcurrent = 64 } = this.options
    if (this.underWay >= maxConcurrent)
      throw new Error(`${maxConcurrent} moderation checks are under way already`)
    const deadline = AbortSignal.timeout(deadlineMs)
    this.underWay += 1
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ texts }),
        redirect: 'error',
        signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
      })
      if (response.status !== 200) {
        await response.body?.cancel()
        throw new Error(`the moderation provider answered ${response.status}`)
      }
      return flaggedIndexes(await boundedText(response), texts.length)
    } finally {
      this.underWay -= 1
    }
  }
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    // Leaving the loop cancels the body.
    if (bytes > MAX_ANSWER_BYTES)
      throw new Error(`the moderation provider's answer is over ${MAX_ANSWER_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function flaggedIndexes(body: string, count: number): readonly number[] {
  const answer: unknown = JSON.parse(body)
  const flagged =
    typeof answer === 'object' && answer !== null && 'flagged' in answer ? answer.flagged : undefined
  const isIndex = (value: unknown): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < count
  if (!Array.isArray(flagged) || !flagged.every(isIndex)) {
    throw new Error('the moderation provider\'s answer is not {"flagged": [indexes of the texts]}')
  }
  return [...new Set(flagged)].sort((a, b) => a - b)
}
