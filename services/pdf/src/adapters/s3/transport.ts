import http from 'node:http'
import https from 'node:https'

/** A storage over which nothing passes for this long does not answer, in milliseconds. */
const SILENCE_MS = 3_000

/** What the S3 client makes its requests with: it sets no time limit of its own. */
export function boundedTransport(secure: boolean): Pick<typeof http, 'request'> {
  const { request } = secure ? https : http
  return {
    // The client calls it in this one of its forms.
    request: (options: string | URL | http.RequestOptions, answered?: unknown) => {
      const made = request(
        options as http.RequestOptions,
        answered as (response: http.IncomingMessage) => void,
      )
      made.setTimeout(SILENCE_MS, () => {
        made.destroy(Object.assign(new Error('the storage does not answer'), { code: 'ETIMEDOUT' }))
      })
      return made
    },
  }
}
