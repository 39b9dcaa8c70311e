import { beforeAll, describe, expect, test } from '@jest/globals'
import { type Api, errorOf, list, record } from '../src/api.ts'
import { newCompany } from '../src/company.ts'

let api: Api

beforeAll(async () => {
  api = await newCompany({ name: 'Section 4.4' })
})

const url = 'https://example.com/hooks'
const create = (body: object) => api.post('/v1/webhooks', { url, events: ['invoice.created'], ...body })
const patch = (id: unknown, body: object) =>
  api.send('PATCH', `/v1/webhooks/${id}`, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })

describe('POST /v1/webhooks', () => {
  test('answers 201 with the fields of section 2.4 and the secret', async () => {
    const answer = await create({})
    expect(answer.status).toBe(201)
    expect(Object.keys(record(answer))).toEqual([
      ...['_id', 'url', 'events', 'active', 'secret', 'company', 'Created Date', 'Modified Date'],
    ])
    expect(record(answer)).toMatchObject({ url, events: ['invoice.created'], active: true })
    expect(record(answer).secret).toMatch(/^whsec_.{32,}$/)
  })

  test('every subscription has a secret of its own, and read-only fields are ignored', async () => {
    const [one, two] = [await create({ secret: 'mine', _id: 'wh_x', company: 'company_x' }), await create({})]
    expect(record(one).secret).not.toBe('mine')
    expect(record(one).secret).not.toBe(record(two).secret)
  })

  test('duplicate names in events are kept once', async () => {
    const answer = await create({ events: ['invoice.paid', 'invoice.sent', 'invoice.paid'] })
    expect(record(answer).events).toEqual(['invoice.paid', 'invoice.sent'])
  })

  test('active may be false from the start', async () => {
    expect(record(await create({ active: false })).active).toBe(false)
  })

  test.each([
    ['no url', { url: undefined }, 'url'],
    ['another scheme', { url: 'ftp://example.com' }, 'url'],
    ['no URL at all', { url: 'example.com' }, 'url'],
    ['a private address', { url: 'http://10.0.0.1/' }, 'url'],
    ['the metadata address in decimal', { url: 'http://2852039166/' }, 'url'],
    ['an IPv4-mapped private address', { url: 'http://[::ffff:192.168.0.1]/' }, 'url'],
    ['a name that is only internal', { url: 'http://db.internal/' }, 'url'],
    ['no events', { events: undefined }, 'events'],
    ['empty events', { events: [] }, 'events'],
    ['an unknown event', { events: ['invoice.created', 'invoice.deleted'] }, 'events[1]'],
    ['events as a text', { events: 'invoice.created' }, 'events'],
    ['active as a text', { active: 'true' }, 'active'],
  ])('%s is 400 and the message names the field', async (_, body, field) => {
    const answer = await create(body)
    expect([answer.status, errorOf(answer)]).toEqual([400, expect.stringContaining(field)])
  })
})

describe('GET /v1/webhooks', () => {
  test('neither one nor the list shows the secret', async () => {
    const id = record(await create({}))._id
    expect(record(await api.get(`/v1/webhooks/${id}`))).not.toHaveProperty('secret')
    for (const row of list(await api.get('/v1/webhooks'))) expect(row).not.toHaveProperty('secret')
  })

  test('the list is newest first with an exact remainder', async () => {
    const own = await newCompany({ name: 'Webhook pages' })
    const made: unknown[] = []
    for (let index = 0; index < 3; index += 1) {
      made.push(record(await own.post('/v1/webhooks', { url, events: ['invoice.sent'] }))._id)
    }
    const first = await own.get('/v1/webhooks?limit=2')
    expect(record(first, 'pagination')).toMatchObject({ count: 2, remaining: 1 })
    const next = await own.get(`/v1/webhooks?limit=2&cursor=${record(first, 'pagination').next_cursor}`)
    expect(record(next, 'pagination')).toEqual({ count: 1, remaining: 0, next_cursor: null })
    expect([...list(first), ...list(next)].map((row) => row._id)).toEqual(made.reverse())
  })
})

describe('PATCH /v1/webhooks/:id', () => {
  test('changes what is sent and nothing else, and answers without the secret', async () => {
    const made = record(await create({}))
    const answer = await patch(made._id, { active: false })
    expect(answer.status).toBe(200)
    expect(record(answer)).toMatchObject({ url, events: ['invoice.created'], active: false })
    expect(record(answer)).not.toHaveProperty('secret')
    expect(record(await patch(made._id, { url: 'https://example.com/other' }))).toMatchObject({
      url: 'https://example.com/other',
      active: false,
    })
  })

  test.each([
    ['nothing that can be set', { _id: 'wh_x', secret: 'mine' }],
    ['a null url', { url: null }],
    ['a null active', { active: null }],
    ['empty events', { events: [] }],
  ])('%s is 400', async (_, body) => {
    const { _id } = record(await create({}))
    const answer = await patch(_id, body)
    expect(answer.status).toBe(400)
    errorOf(answer)
  })
})

describe('DELETE /v1/webhooks/:id', () => {
  test('removes it for good', async () => {
    const { _id } = record(await create({}))
    const answer = await api.send('DELETE', `/v1/webhooks/${_id}`)
    expect([answer.status, answer.body]).toEqual([200, { deleted: true, id: _id }])
    for (const method of ['GET', 'DELETE']) {
      const gone = await api.send(method, `/v1/webhooks/${_id}`)
      expect([gone.status, errorOf(gone)]).toEqual([404, 'Webhook not found'])
    }
  })

  test("another account's is as missing", async () => {
    const other = await newCompany({ name: 'Webhook stranger' })
    const { _id } = record(await create({}))
    expect((await other.get(`/v1/webhooks/${_id}`)).status).toBe(404)
    expect((await other.send('DELETE', `/v1/webhooks/${_id}`)).status).toBe(404)
    expect((await api.get(`/v1/webhooks/${_id}`)).status).toBe(200)
  })
})
