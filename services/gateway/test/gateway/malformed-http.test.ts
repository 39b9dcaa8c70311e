import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { GatewayUnderTest } from '../fixtures/gateway.ts'
import { sendRaw } from '../fixtures/http.ts'

let gateway: GatewayUnderTest
let post: string
beforeAll(async () => {
  gateway = await GatewayUnderTest.start()
  const { apiKey } = await gateway.newKey()
  post = `POST /v1/clients HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\n`
})
afterAll(() => gateway.stop())

/** Every answer is of the one shape, whoever gave it. */
async function expectJsonError(bytes: string, status: number): Promise<void> {
  const answer = await sendRaw(gateway.url, bytes)
  const [head = '', body = ''] = answer.text.split('\r\n\r\n', 2)
  expect({ status: answer.status, type: /^content-type: (.*)$/im.exec(head)?.[1]?.trim() }).toEqual({
    status,
    type: 'application/json',
  })
  expect(Object.keys(JSON.parse(body))).toEqual(['error'])
}

describe('what is not HTTP as it should be', () => {
  test.each([
    ['garbage', 'hello world\r\n\r\n', 400],
    ['a binary greeting', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\r\n\r\n', 400],
    ['an unknown method', 'FROB / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['an unknown version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n', 400],
    ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
    [
      'two lengths',
      'POST /v1/clients HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
    ],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n', 400],
    ['NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nA: \u0000\r\n\r\n', 400],
    ['headers over 16 KiB', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n', 404],
    ['a star', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n', 404],
  ])('%s is answered in JSON', async (_what, bytes, status) => {
    await expectJsonError(bytes, status)
  })

  test('a chunk that is none is answered in JSON', async () => {
    await expectJsonError(`${post}Transfer-Encoding: chunked\r\n\r\nXX\r\nabc`, 400)
  })

  test('an expectation nobody heard of is not in the way', async () => {
    const { status } = await sendRaw(
      gateway.url,
      'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n',
    )
    expect(status).toBe(200)
  })

  test('the target may be a whole URL', async () => {
    const { status } = await sendRaw(
      gateway.url,
      'GET http://example.com/healthz HTTP/1.1\r\nHost: example.com\r\n\r\n',
    )
    expect(status).toBe(200)
  })

  test('a caller who leaves in mid-request does no harm', async () => {
    const { hostname, port } = new URL(gateway.url)
    for (let i = 0; i < 20; i += 1) {
      const socket = connect(Number(port), hostname)
      const { promise, resolve } = Promise.withResolvers<void>()
      socket.write(`${post}Content-Length: 1000\r\n\r\n{"company_name":`, () => {
        socket.resetAndDestroy()
        resolve()
      })
      await promise
    }
    expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200)
  })
})

describe('slow callers', () => {
  test('who never finish their headers or their body are answered 408 and cut', async () => {
    const [headers, body] = await Promise.all([
      sendRaw(gateway.url, 'GET /healthz HTTP/1.1\r\nHost: x\r\n'),
      sendRaw(gateway.url, `${post}Content-Length: 1000\r\n\r\n{`),
    ])
    for (const { status, text } of [headers, body]) {
      expect(status).toBe(408)
      expect(text).toContain('\r\nContent-Type: application/json\r\n')
      expect(text).toContain('{"error":"the request took too long to arrive"}')
    }
    expect(headers.ms).toBeLessThan(15_000)
    expect(body.ms).toBeLessThan(25_000)
  })
})
