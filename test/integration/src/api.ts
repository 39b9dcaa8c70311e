/** One answer of the API, with the raw text for byte comparisons. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body; `any` shape, as an integrator in a scripting language sees it. */
  readonly body: Record<string, unknown>
}

export interface Api {
  get(path: string): Promise<Answer>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  send(method: string, path: string, init?: RequestInit): Promise<Answer>
}

/** The REST API as one key's integrator sees it. Every call is bounded by 10 s, as contract.md promises. */
export function api(baseUrl: string, key: string | undefined): Api {
  const authorization: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const send = async (method: string, path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(`${baseUrl}${path}`, {
      ...init,
      method,
      headers: { ...authorization, ...(init.headers as Record<string, string> | undefined) },
      signal: AbortSignal.timeout(10_000),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === '' ? {} : JSON.parse(text),
    }
  }
  return {
    send,
    get: (path) => send('GET', path),
    post: (path, body, headers = {}) =>
      send('POST', path, {
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
  }
}

/** A record inside an answer: `record(answer, 'data')`. */
export function record(answer: Answer, name = 'data'): Record<string, unknown> {
  const value = answer.body[name]
  if (typeof value !== 'object' || value === null)
    throw new Error(`no ${name} in ${answer.status} ${answer.text}`)
  return value as Record<string, unknown>
}

/** A list inside an answer. */
export function list(answer: Answer, name = 'data'): Record<string, unknown>[] {
  const value = answer.body[name]
  if (!Array.isArray(value)) throw new Error(`no ${name} in ${answer.status} ${answer.text}`)
  return value
}

/** What an error answer says, after checking that it has the one shape all errors have. */
export function errorOf(answer: Answer): string {
  const { error, ...rest } = answer.body
  if (typeof error !== 'string' || Object.keys(rest).length > 0)
    throw new Error(`not an error: ${answer.text}`)
  return error
}
