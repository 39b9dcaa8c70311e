import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from '@jest/globals'
import {
  createModerator,
  EmbeddedModerator,
  HttpModerator,
  type HttpModeratorOptions,
  ModerationUnavailableError,
} from '../src/mod.ts'

const servers: Server[] = []

/** A provider of ours on a free port of loopback. */
async function provider(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/check`
}

const answering = (status: number, body: string) =>
  provider((request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })

const moderator = (url: string, options: Partial<HttpModeratorOptions> = {}) =>
  new HttpModerator({ url, deadlineMs: 5_000, onFailure: 'refuse', ...options })

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

describe('a moderation provider over HTTP', () => {
  test('gets the texts by POST and says which to flag', async () => {
    const seen: {
      method?: string | undefined
      path?: string | undefined
      headers: IncomingHttpHeaders
      body: unknown
    }[] = []
    const url = await provider(async (request, response) => {
      const { method, url: path, headers } = request
      seen.push({ method, path, headers, body: JSON.parse(await text(request)) })
      response.end('{"flagged":[2,0,2],"model":"v7"}')
    })
    expect(await moderator(url, { token: 'secret' }).check(['a', 'é', '😀'])).toEqual([0, 2])
    expect(seen).toMatchObject([
      {
        method: 'POST',
        path: '/check',
        headers: { 'content-type': 'application/json', authorization: 'Bearer secret' },
        body: { texts: ['a', 'é', '😀'] },
      },
    ])
  })

  test('gets no Authorization header without a token', async () => {
    let headers: IncomingHttpHeaders = {}
    const url = await provider((request, response) => {
      headers = request.headers
      request.resume()
      response.end('{"flagged":[]}')
    })
    expect(await moderator(url).check(['a'])).toEqual([])
    expect(headers).not.toHaveProperty('authorization')
  })

  test('is not asked about nothing', async () => {
    const url = await answering(500, '')
    expect(await moderator(url).check([])).toEqual([])
  })

  test.each<[string, number, string]>([
    ['status 500', 500, '{"flagged":[]}'],
    ['status 404', 404, 'not found'],
    ['status 204', 204, ''],
    ['an empty body', 200, ''],
    ['no JSON', 200, '<html>'],
    ['half of its JSON', 200, '{"flagged":[0'],
    ['null', 200, 'null'],
    ['a list', 200, '[0]'],
    ['no flagged', 200, '{}'],
    ['flagged that is no list', 200, '{"flagged":{"0":true}}'],
    ['flags instead of indexes', 200, '{"flagged":[true]}'],
    ['an index past the last text', 200, '{"flagged":[1]}'],
    ['a negative index', 200, '{"flagged":[-1]}'],
    ['a fraction', 200, '{"flagged":[0.5]}'],
    ['more than 64 KB', 200, `{"flagged":[0],"pad":"${'x'.repeat(70_000)}"}`],
  ])('that answers %s has failed', async (_, status, body) => {
    const url = await answering(status, body)
    await expect(moderator(url).check(['a'])).rejects.toThrow(ModerationUnavailableError)
  })

  test('that redirects has failed, and the other address is not called', async () => {
    let calls = 0
    const other = await provider((_, response) => {
      calls += 1
      response.end('{"flagged":[]}')
    })
    const url = await provider((_, response) => {
      response.writeHead(307, { location: other }).end()
    })
    await expect(moderator(url).check(['a'])).rejects.toThrow(ModerationUnavailableError)
    expect(calls).toBe(0)
  })

  test('that hangs up has failed', async () => {
    const url = await provider((request) => request.socket.destroy())
    await expect(moderator(url).check(['a'])).rejects.toThrow(ModerationUnavailableError)
  })

  test('that is not there has failed', async () => {
    const url = await answering(200, '')
    servers[0]?.close()
    await expect(moderator(url).check(['a'])).rejects.toThrow(ModerationUnavailableError)
  })

  test.each<[string, RequestListener]>([
    ['never answers', () => undefined],
    ['sends its headers and no body', (_, response) => response.writeHead(200).flushHeaders()],
    ['sends half a body', (_, response) => response.writeHead(200).write('{"flagged":')],
  ])('that %s has failed at its deadline', async (_, listener) => {
    const url = await provider(listener)
    const started = performance.now()
    await expect(moderator(url, { deadlineMs: 100 }).check(['a'])).rejects.toThrow(ModerationUnavailableError)
    expect(performance.now() - started).toBeLessThan(3_000)
  })

  test('that sends without end is cut off', async () => {
    let closed = false
    let cutOff = () => {}
    const cut = new Promise<void>((resolve) => {
      cutOff = resolve
    })
    const url = await provider((request, response) => {
      request.resume()
      response.on('close', () => {
        closed = true
        cutOff()
      })
      const flood = () => {
        while (!closed && response.write(' '.repeat(65_536)));
        if (!closed) response.once('drain', flood)
      }
      flood()
    })
    const started = performance.now()
    await expect(moderator(url, { deadlineMs: 20_000 }).check(['a'])).rejects.toThrow(
      ModerationUnavailableError,
    )
    expect(performance.now() - started).toBeLessThan(5_000)
    await cut
  })
})

describe('the setting for a failed provider', () => {
  test('allow lets everything pass, flag flags everything, and both report the failure', async () => {
    const url = await answering(503, '')
    const errors: string[] = []
    const onError = (error: Error) => errors.push(error.message)
    expect(await moderator(url, { onFailure: 'allow', onError }).check(['fuck', 'b'])).toEqual([])
    expect(await moderator(url, { onFailure: 'flag', onError }).check(['a', 'b'])).toEqual([0, 1])
    expect(errors).toEqual(['the moderation provider answered 503', 'the moderation provider answered 503'])
  })

  test('the error that the caller sees names neither the host nor the cause', async () => {
    const url = await answering(503, 'internal details')
    const error = await moderator(url)
      .check(['a'])
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ message: 'the content check is unavailable', cause: expect.any(Error) })
  })

  test('a caller that has given up gets an error, whatever the setting', async () => {
    const url = await provider(() => undefined)
    const signal = AbortSignal.timeout(50)
    await expect(moderator(url, { onFailure: 'allow' }).check(['a'], signal)).rejects.toThrow(
      ModerationUnavailableError,
    )
  })
})

describe('a busy provider', () => {
  test('gets no more checks at once than its bound, and the next ones when those are done', async () => {
    const waiting: (() => void)[] = []
    const url = await provider((request, response) => {
      request.resume()
      waiting.push(() => response.end('{"flagged":[]}'))
    })
    const busy = moderator(url, { maxConcurrent: 2 })
    const underWay = [busy.check(['a']), busy.check(['b'])]
    await expect(busy.check(['c'])).rejects.toThrow(ModerationUnavailableError)
    for (const deadline = Date.now() + 5_000; waiting.length < 2 && Date.now() < deadline; ) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    for (const answer of waiting.splice(0)) answer()
    expect(await Promise.all(underWay)).toEqual([[], []])
    const next = busy.check(['d'])
    for (const deadline = Date.now() + 5_000; waiting.length < 1 && Date.now() < deadline; ) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    for (const answer of waiting.splice(0)) answer()
    expect(await next).toEqual([])
  })
})

describe('createModerator', () => {
  test('takes the provider where one is set and the embedded check where none is', () => {
    expect(createModerator()).toBeInstanceOf(EmbeddedModerator)
    expect(createModerator({ url: 'https://example.com', deadlineMs: 1, onFailure: 'flag' })).toBeInstanceOf(
      HttpModerator,
    )
  })

  test.each(['ftp://example.com', 'example.com', ''])('refuses %j as the address of a provider', (url) => {
    expect(() => createModerator({ url, deadlineMs: 1, onFailure: 'flag' })).toThrow()
  })

  test.each([0, -1, Number.NaN])('refuses a deadline of %d ms', (deadlineMs) => {
    expect(() => createModerator({ url: 'http://example.com', deadlineMs, onFailure: 'flag' })).toThrow(
      RangeError,
    )
  })
})
