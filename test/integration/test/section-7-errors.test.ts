import { beforeAll, describe, expect, test } from '@jest/globals'
import { type Api, errorOf } from '../src/api.ts'
import { newCompany } from '../src/company.ts'

let api: Api

beforeAll(async () => {
  api = await newCompany({ name: 'Section 7' })
})

const json = { 'content-type': 'application/json' }

describe('section 7: every error is { error } as application/json', () => {
  test('an unknown path is 404, a known one with another method 405 with Allow', async () => {
    const unknown = await api.get('/v1/nothing')
    expect([unknown.status, typeof errorOf(unknown)]).toEqual([404, 'string'])
    const method = await api.send('PUT', '/v1/clients')
    expect(method.status).toBe(405)
    expect(method.headers.get('allow')).toContain('POST')
    expect(method.headers.get('content-type')).toBe('application/json')
    errorOf(method)
  })

  test.each([
    ['malformed JSON', '{"company_name":', 400],
    ['an empty body', '', 400],
    ['an array', '[]', 400],
    ['a text', '"x"', 400],
    ['null', 'null', 400],
    ['33 levels', `{"a":${'['.repeat(32)}${']'.repeat(32)}}`, 400],
    ['100,000 levels', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400],
    ['more than 1 MiB', JSON.stringify({ company_name: 'x'.repeat(1024 * 1024) }), 413],
  ])('%s is refused', async (_, body, status) => {
    const answer = await api.send('POST', '/v1/clients', { body, headers: json })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe('application/json')
    errorOf(answer)
  })

  test.each([['text/plain'], ['application/xml'], ['multipart/form-data; boundary=x']])(
    'a body as %s is 415',
    async (type) => {
      const answer = await api.send('POST', '/v1/clients', { body: '{}', headers: { 'content-type': type } })
      expect(answer.status).toBe(415)
      errorOf(answer)
    },
  )

  test.each([['0'], ['-1'], ['1e2'], ['1.5'], ['abc'], [''], ['1&limit=2']])(
    'limit=%s is 400',
    async (limit) => {
      const answer = await api.get(`/v1/clients?limit=${limit}`)
      expect([answer.status, errorOf(answer)]).toEqual([400, expect.stringContaining('limit')])
    },
  )

  test('a limit over 100 is served as 100', async () => {
    expect((await api.get('/v1/clients?limit=1000')).status).toBe(200)
  })

  test('a cursor of another list, another account or of nobody is 400', async () => {
    const other = await newCompany({ name: 'Other cursors' })
    for (const name of ['a', 'b']) await other.post('/v1/clients', { company_name: name, type: 'Company' })
    const { next_cursor: cursor } = (await other.get('/v1/clients?limit=1')).body.pagination as {
      next_cursor: string
    }
    for (const [caller, path] of [
      [api, `/v1/clients?cursor=${cursor}`],
      [other, `/v1/invoices?cursor=${cursor}`],
      [other, `/v1/clients?cursor=${cursor}x`],
      [other, '/v1/clients?cursor='],
    ] as const) {
      const answer = await caller.get(path)
      expect([answer.status, errorOf(answer)]).toEqual([400, expect.stringContaining('cursor')])
    }
  })
})
