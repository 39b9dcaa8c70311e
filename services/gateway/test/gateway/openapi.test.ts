import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { GatewayUnderTest } from '../fixtures/gateway.ts'
import { type Call, caller } from '../fixtures/http.ts'

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly requestBody?: { content: Record<string, { schema: object }> }
  readonly responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
  readonly parameters?: readonly { name: string; in: string }[]
}

interface OpenApi {
  readonly openapi: string
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { schemas: Record<string, object>; securitySchemes: object }
  readonly servers: readonly { url: string }[]
}

let gateway: GatewayUnderTest
let call: Call
let document: OpenApi
beforeAll(async () => {
  gateway = await GatewayUnderTest.start()
  call = caller(gateway.url)
  document = (await call('GET', '/openapi.json')).json as unknown as OpenApi
})
afterAll(() => gateway.stop())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )

/** Every $ref anywhere in a value. */
function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own: unknown = Reflect.get(value, '$ref')
  return [...(typeof own === 'string' ? [own] : []), ...Object.values(value).flatMap(refsIn)]
}

test('the description is OpenAPI 3.1 and names every operation', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(document.servers).toEqual([{ url: 'https://invoices.example.com' }])
  expect(
    operations()
      .map(({ name }) => name)
      .sort(),
  ).toEqual([
    'DELETE /v1/clients/{id}',
    'DELETE /v1/invoices/{id}',
    'DELETE /v1/item-categories/{id}',
    'DELETE /v1/items/{id}',
    'DELETE /v1/webhooks/{id}',
    'GET /v1/clients',
    'GET /v1/clients/{id}',
    'GET /v1/company',
    'GET /v1/invoices',
    'GET /v1/invoices/{id}',
    'GET /v1/item-categories',
    'GET /v1/item-categories/{id}',
    'GET /v1/items',
    'GET /v1/items/{id}',
    'GET /v1/payments/{id}',
    'GET /v1/webhooks',
    'GET /v1/webhooks/{id}',
    'PATCH /v1/clients/{id}',
    'PATCH /v1/company',
    'PATCH /v1/invoices/{id}',
    'PATCH /v1/item-categories/{id}',
    'PATCH /v1/items/{id}',
    'PATCH /v1/webhooks/{id}',
    'POST /v1/clients',
    'POST /v1/invoices',
    'POST /v1/invoices/{id}/status',
    'POST /v1/item-categories',
    'POST /v1/items',
    'POST /v1/webhooks',
  ])
})

/** A POST to a list; one below a record, such as its status, changes what is there. */
const creates = (name: string) => name.startsWith('POST') && !name.includes('{')

test('every operation tells its success and its errors, each with a shape', () => {
  for (const { name, operation } of operations()) {
    expect(Object.keys(operation.responses)).toEqual(
      expect.arrayContaining([creates(name) ? '201' : '200', '401', '429', '503']),
    )
    for (const [status, { description, content }] of Object.entries(operation.responses)) {
      expect({
        name,
        status,
        described: !['', 'Default Response'].includes(description),
        type: Object.keys(content ?? {}),
      }).toEqual({
        name,
        status,
        described: true,
        type: ['application/json'],
      })
    }
    expect(operation.summary).not.toBe('')
  }
  const ids = operations().map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('every reference leads to a schema', () => {
  const refs = refsIn(document)
  expect(refs.length).toBeGreaterThan(10)
  for (const ref of refs) {
    expect(Object.keys(document.components.schemas)).toContain(ref.replace('#/components/schemas/', ''))
  }
})

test('bodies are described by the limits that are enforced', () => {
  const body = document.paths['/v1/invoices']?.post?.requestBody?.content['application/json']?.schema
  expect(body).toMatchObject({
    type: 'object',
    required: ['client_id', 'items'],
    properties: {
      items: {
        minItems: 1,
        maxItems: 1000,
        items: {
          anyOf: [{ required: ['item_id'] }, { required: ['title'] }],
          properties: {
            title: { type: ['string', 'null'], maxLength: 500 },
            quantity: { type: ['number', 'null'], exclusiveMinimum: 0, maximum: 1e12 },
            vat_rate: { type: ['number', 'null'], minimum: 0, maximum: 100 },
          },
        },
      },
    },
  })
  const list = document.paths['/v1/clients']?.get?.parameters
  expect(list?.map(({ name, in: place }) => `${place} ${name}`)).toEqual(['query limit', 'query cursor'])
})

test('the reference is a page whose every part comes from here', async () => {
  const page = await call('GET', '/docs')
  expect(page.headers.get('content-type')).toMatch('text/html')
  expect(page.headers.get('content-security-policy')).toMatch("default-src 'none'; script-src 'self'")
  const parts = Array.from(page.text.matchAll(/(?:src|href)="([^"]+)"/g), ([, part = '']) => part)
  expect(parts.length).toBeGreaterThan(3)
  for (const part of parts) {
    expect(part).toMatch(/^\/docs\//)
    expect({ part, status: (await call('GET', part)).status }).toEqual({ part, status: 200 })
  }
  expect((await call('GET', '/docs/static/nothing')).status).toBe(404)
  const beyond = await call('GET', '/docs/static/index.css', { headers: { range: 'bytes=99999999-' } })
  expect([beyond.status, Object.keys(beyond.json)]).toEqual([400, ['error']])
})
