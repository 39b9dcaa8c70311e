import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { GatewayUnderTest } from '../fixtures/gateway.ts'
import { type Answer, type Call, caller, sendRaw } from '../fixtures/http.ts'

const MIB = 1_048_576

let gateway: GatewayUnderTest
let apiKey: string
let call: Call
beforeAll(async () => {
  gateway = await GatewayUnderTest.start()
  apiKey = (await gateway.newKey()).apiKey
  call = caller(gateway.url, apiKey)
})
afterAll(() => gateway.stop())

function expectError({ status, headers, json }: Answer, expected: number, message: string | RegExp): void {
  expect({ status, type: headers.get('content-type'), keys: Object.keys(json) }).toEqual({
    status: expected,
    type: 'application/json',
    keys: ['error'],
  })
  expect(json.error).toMatch(message)
}

const post = (body: string | Uint8Array<ArrayBuffer> | object) => call('POST', '/v1/clients', { body })
/** A client padded to exactly so many bytes by a field that is ignored. */
const padded = (bytes: number) => {
  const body = (padding: string) => JSON.stringify({ company_name: 7, ignored: padding })
  return body('x'.repeat(bytes - body('').length))
}

describe('paths and methods', () => {
  test.each(['/v1/nothing', '/v1', '/v1/clients/a/b', '/v1//clients', '/v1/%zz', '/', '/nothing'])(
    '%s is 404',
    async (path) => {
      expectError(await call('GET', path), 404, 'not found')
      expectError(
        await call('POST', path, { body: 'x', headers: { 'content-type': 'text/plain' } }),
        404,
        'not found',
      )
    },
  )

  test.each([
    ['PUT', '/v1/clients', 'GET, HEAD, POST'],
    ['OPTIONS', '/v1/invoices', 'GET, HEAD, POST'],
    ['DELETE', '/v1/items', 'GET, HEAD, POST'],
    ['PROPFIND', '/v1/clients', 'GET, HEAD, POST'],
    ['POST', '/v1/payments/pay_x', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['PUT', '/%76%31/clients', 'GET, HEAD, POST'],
  ])('%s %s is 405 with Allow', async (method, path, allow) => {
    const answer = await call(method, path)
    expectError(answer, 405, `${method} is not allowed here: use ${allow}`)
    expect(answer.headers.get('allow')).toBe(allow)
  })

  test.each([
    ['clients', 'Client not found'],
    ['invoices', 'Invoice not found'],
  ])('an id of %s that cannot be one is not found', async (list, message) => {
    const garbage = [
      'nonsense',
      'item_01k00000000000000000000000',
      '01k00000000000000000000000',
      '%zz',
      '%00',
      '%F0%9F%A7%BE',
      'x'.repeat(5_000),
      'client_%2e%2e%2f',
    ]
    for (const id of garbage) expectError(await call('GET', `/v1/${list}/${id}`), 404, message)
  })

  test('HEAD answers the headers of GET', async () => {
    const { status, text, headers } = await call('HEAD', '/healthz')
    expect([status, text, headers.get('content-type')]).toEqual([200, '', 'application/json'])
    expect((await call('HEAD', '/v1/nothing')).status).toBe(404)
  })
})

describe('bodies', () => {
  test.each([
    ['malformed', '{"company_name":', 'the body is not valid JSON'],
    ['a list', '[]', 'the body must be a JSON object'],
    ['null', 'null', 'the body must be a JSON object'],
    ['a number', '1', 'the body must be a JSON object'],
    ['empty', '', 'the body must be a JSON object'],
    [
      '33 levels',
      `${'{"a":'.repeat(32)}{}${'}'.repeat(32)}`,
      'the body must not be nested deeper than 32 levels',
    ],
    ['a blank name', '{"company_name":" ","type":"Company"}', 'company_name must not be blank'],
    ['an unknown type', '{"company_name":"A","type":"company"}', 'type must be Individual or Company'],
  ])('that are %s are 400', async (_what, body, message) => {
    expectError(await post(body), 400, message)
  })

  test('that are not UTF-8 are 400', async () => {
    expectError(await post(new Uint8Array([0x7b, 0xff, 0x7d])), 400, 'the body is not valid UTF-8')
  })

  test('that are missing are 400', async () => {
    expectError(await call('POST', '/v1/clients'), 400, 'the body must be a JSON object')
  })

  test('may be exactly 1 MiB, and not a byte more', async () => {
    expectError(await post(padded(MIB)), 400, 'company_name must be a string')
    expectError(await post(padded(MIB + 1)), 413, 'the body must be at most 1 MiB')
    expectError(await post(padded(5 * MIB)), 413, 'the body must be at most 1 MiB')
  })

  test('that are too large are 413 when they come in chunks, too', async () => {
    const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`
    const head = `POST /v1/clients HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
    const { status, text } = await sendRaw(gateway.url, `${head}${chunk.repeat(32)}0\r\n\r\n`)
    expect(status).toBe(413)
    expect(text).toContain('{"error":"the body must be at most 1 MiB"}')
  })

  test('that announce too much are refused before they are sent', async () => {
    const head = `POST /v1/clients HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n`
    const { status, ms } = await sendRaw(gateway.url, head)
    expect(status).toBe(413)
    expect(ms).toBeLessThan(5_000)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'json',
    '',
  ])('as %j are 415', async (type) => {
    const answer = await call('POST', '/v1/clients', { body: '{}', headers: { 'content-type': type } })
    expectError(answer, 415, 'content-type must be application/json')
  })

  test('of no content type are 415', async () => {
    const body = new TextEncoder().encode('{}')
    const { status, text } = await sendRaw(
      gateway.url,
      `POST /v1/clients HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\nContent-Length: ${body.length}\r\n\r\n{}`,
    )
    expect([status, text.includes('{"error":"content-type must be application/json')]).toEqual([415, true])
  })

  test('that are compressed are 415', async () => {
    const answer = await call('POST', '/v1/clients', { body: '{}', headers: { 'content-encoding': 'gzip' } })
    expectError(answer, 415, 'content-encoding is not supported')
  })

  test('name the first field that is wrong, with its path', async () => {
    const body = { client_id: 'c', items: [{ title: 'a' }, { title: 'b' }, { title: 'c', quantity: 0 }, {}] }
    expectError(
      await call('POST', '/v1/invoices', { body }),
      400,
      'items[2].quantity must be a number greater than 0',
    )
  })
})

describe('queries', () => {
  test.each([
    'limit=0',
    'limit=-1',
    'limit=1e2',
    'limit=abc',
    'limit=',
    'limit=1&limit=2',
    'limit[]=1&limit=x',
  ])('%s is 400', async (query) => {
    expectError(await call('GET', `/v1/clients?${query}`), 400, 'limit must be a whole number greater than 0')
  })

  test.each(['cursor=', 'cursor=abc', 'cursor=a&cursor=b', 'cursor=%zz', 'cursor=%00'])(
    '%s is 400',
    async (query) => {
      for (const list of ['clients', 'invoices', 'items']) {
        expectError(await call('GET', `/v1/${list}?${query}`), 400, 'cursor is not valid')
      }
    },
  )
})

describe('what invoices refer to', () => {
  test.each([
    ['client_id', { client_id: 'nobody', items: [{ title: 't' }] }],
    ['client_id', { client_id: 'inv_01k00000000000000000000000', items: [{ title: 't' }] }],
    ['item_id', { client_id: 'client_01k00000000000000000000000', items: [{ item_id: 'nothing' }] }],
  ])('is not found when the %s cannot be one', async (_what, body) => {
    expectError(await call('POST', '/v1/invoices', { body }), 404, /^Client not found$/)
  })
})

test('every answer says that its type is not to be guessed', async () => {
  const answers = await Promise.all([
    call('GET', '/healthz'),
    call('GET', '/v1/nothing'),
    call('POST', '/v1/items'),
  ])
  for (const { headers } of answers) expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('peers that are away are 503 with Retry-After, and no word of where they are', async () => {
  for (const answer of await Promise.all([
    call('GET', '/v1/clients'),
    call('GET', '/v1/invoices/inv_01k00000000000000000000000'),
    call('POST', '/v1/items', { body: { title: 'Hour' } }),
  ])) {
    expectError(answer, 503, 'the service is temporarily unavailable, try again')
    expect(answer.headers.get('retry-after')).toBe('1')
  }
  const readiness = await call('GET', '/readyz')
  expectError(readiness, 503, 'not ready: clients, invoices, numbering, pdf, webhooks')
  expect(readiness.headers.get('retry-after')).toBe('1')
})
