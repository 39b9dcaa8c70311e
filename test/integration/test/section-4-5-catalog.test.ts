import { beforeAll, describe, expect, test } from '@jest/globals'
import { type Answer, type Api, errorOf, list, record } from '../src/api.ts'
import { newCompany } from '../src/company.ts'

let api: Api

beforeAll(async () => {
  api = await newCompany({ name: 'Section 4.5' })
})

const patch = (path: string, body: unknown, as: Api = api) =>
  as.send('PATCH', path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
const remove = (path: string, as: Api = api) => as.send('DELETE', path)
const newItem = async (fields: object = {}, as: Api = api) =>
  record(await as.post('/v1/items', { title: 'Hour', ...fields }))
const newCategory = async (title: string, as: Api = api) =>
  record(await as.post('/v1/item-categories', { title }))
const refusal = (answer: Answer) => [answer.status, errorOf(answer)]

describe('/v1/items/:id', () => {
  test('GET shows the item as its creation answered it, with exactly the fields of the contract', async () => {
    const item = await newItem({ description: 'Work', unit: 'h', default_price: 99.5, vat_rate: 20 })
    expect(Object.keys(item)).toEqual([
      ...['_id', 'title', 'description', 'unit', 'default_price', 'vat_rate', 'category', 'company'],
      ...['Created Date', 'Modified Date'],
    ])
    const answer = await api.get(`/v1/items/${item._id}`)
    expect([answer.status, record(answer)]).toEqual([200, item])
  })

  test('PATCH changes only what is sent, null clears, and price and rate of null become 0', async () => {
    const item = await newItem({ description: 'Work', unit: 'h', default_price: 99.5, vat_rate: 20 })
    const renamed = await patch(`/v1/items/${item._id}`, { title: ' Day ' })
    expect(renamed.status).toBe(200)
    expect(record(renamed)).toEqual({ ...item, title: 'Day', 'Modified Date': expect.any(String) })
    const cleared = { description: null, unit: null, default_price: null, vat_rate: null }
    const answer = await patch(`/v1/items/${item._id}`, cleared)
    expect(record(answer)).toMatchObject({ ...cleared, title: 'Day', default_price: 0, vat_rate: 0 })
    expect(record(await api.get(`/v1/items/${item._id}`))).toEqual(record(answer))
  })

  test('a record read with GET can be sent back', async () => {
    const item = await newItem({ unit: 'h', default_price: 0.000001 })
    const answer = await patch(`/v1/items/${item._id}`, item)
    expect([answer.status, record(answer)]).toEqual([200, { ...item, 'Modified Date': expect.any(String) }])
  })

  test.each([
    ['nothing', {}, 'send at least one of title'],
    ['nothing that can be set', { _id: 'item_x', company: 'y' }, 'send at least one of title'],
    ['a title of null', { title: null }, 'title'],
    ['a blank title', { title: ' ' }, 'title'],
    ['a rate over 100', { vat_rate: 101 }, 'vat_rate'],
    ['a price with 7 decimals', { default_price: 0.0000001 }, 'default_price'],
  ])('PATCH of %s is 400', async (_, body, message) => {
    const item = await newItem()
    expect(refusal(await patch(`/v1/items/${item._id}`, body))).toEqual([
      400,
      expect.stringContaining(message),
    ])
    expect(record(await api.get(`/v1/items/${item._id}`))).toEqual(item)
  })

  test('a flagged title is 422 and changes nothing', async () => {
    const item = await newItem()
    const answer = await patch(`/v1/items/${item._id}`, { title: 'fuck you' })
    expect(refusal(answer)).toEqual([422, expect.stringContaining('content could not be accepted')])
    expect(record(await api.get(`/v1/items/${item._id}`))).toEqual(item)
  })

  test('unknown, foreign and other ids are 404 with every method', async () => {
    const foreign = await newItem({}, await newCompany({ name: 'Foreign' }))
    for (const id of [
      foreign._id,
      'item_00000000000000000000000000',
      'cat_00000000000000000000000000',
      'x',
    ]) {
      for (const answer of [
        await api.get(`/v1/items/${id}`),
        await patch(`/v1/items/${id}`, { title: 'Mine' }),
        await remove(`/v1/items/${id}`),
      ]) {
        expect(refusal(answer)).toEqual([404, 'Item not found'])
      }
    }
  })

  test('DELETE removes the item, leaves past invoices as they are, and keeps remaining exact', async () => {
    const own = await newCompany({ name: 'Deleting items' })
    const items = []
    for (let n = 0; n < 4; n += 1) items.push(await newItem({ default_price: 5 }, own))
    const [oldest, second] = items
    const client = record(await own.post('/v1/clients', { company_name: 'A', type: 'Company' }))
    const body = { client_id: client._id, items: [{ item_id: second?._id }] }
    const invoice = record(await own.post('/v1/invoices', body))
    const gone = await remove(`/v1/items/${second?._id}`, own)
    expect([gone.status, gone.body]).toEqual([200, { deleted: true, id: second?._id }])
    expect((await remove(`/v1/items/${second?._id}`, own)).status).toBe(404)
    expect(record(await own.get(`/v1/invoices/${invoice._id}`))).toMatchObject({
      total: 5,
      items: invoice.items,
    })
    expect(refusal(await own.post('/v1/invoices', body))).toEqual([404, 'Client not found'])
    const first = await own.get('/v1/items?limit=2')
    expect(record(first, 'pagination')).toMatchObject({ count: 2, remaining: 1 })
    const rest = await own.get(`/v1/items?limit=2&cursor=${record(first, 'pagination').next_cursor}`)
    expect(list(rest)).toEqual([oldest])
  })
})

describe('/v1/item-categories', () => {
  test('are created, read, changed, listed and deleted', async () => {
    const own = await newCompany({ name: 'Categories' })
    const answer = await own.post('/v1/item-categories', { title: ' Services ', _id: 'cat_mine' })
    expect(answer.status).toBe(201)
    const category = record(answer)
    expect(Object.keys(category)).toEqual(['_id', 'title', 'company', 'Created Date', 'Modified Date'])
    expect(category).toMatchObject({ _id: expect.stringMatching(/^cat_[0-9a-z]{20,26}$/), title: 'Services' })
    const path = `/v1/item-categories/${category._id}`
    expect(record(await own.get(path))).toEqual(category)
    expect(record(await patch(path, { title: 'Work' }, own))).toMatchObject({ title: 'Work' })
    const newer = await newCategory('Goods', own)
    const page = await own.get('/v1/item-categories?limit=1')
    expect([list(page), record(page, 'pagination')]).toEqual([
      [newer],
      { count: 1, remaining: 1, next_cursor: expect.any(String) },
    ])
    const gone = await remove(path, own)
    expect([gone.status, gone.body]).toEqual([200, { deleted: true, id: category._id }])
    expect(list(await own.get('/v1/item-categories'))).toEqual([newer])
    expect(refusal(await own.get(path))).toEqual([404, 'Category not found'])
  })

  test('a deleted one leaves its items without a category', async () => {
    const category = await newCategory('Gone')
    const item = await newItem({ category: category._id })
    expect(item.category).toBe(category._id)
    await remove(`/v1/item-categories/${category._id}`)
    expect(record(await api.get(`/v1/items/${item._id}`)).category).toBeNull()
  })

  test('an unknown, foreign or impossible one on an item is 404', async () => {
    const foreign = await newCategory('Foreign', await newCompany({ name: 'Foreign' }))
    const item = await newItem()
    for (const category of [foreign._id, 'cat_00000000000000000000000000', 'item_x', 'x']) {
      const created = await api.post('/v1/items', { title: 'x', category })
      expect(refusal(created)).toEqual([404, 'Category not found'])
      expect(refusal(await patch(`/v1/items/${item._id}`, { category }))).toEqual([404, 'Category not found'])
    }
  })

  test('items created while their category is deleted are 201 or 404, never more', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { _id } = await newCategory('Short-lived')
      const [created, gone] = await Promise.all([
        api.post('/v1/items', { title: 'x', category: _id }),
        remove(`/v1/item-categories/${_id}`),
      ])
      expect(gone.status).toBe(200)
      expect([201, 404]).toContain(created.status)
      if (created.status !== 201) expect(errorOf(created)).toBe('Category not found')
      else expect(record(await api.get(`/v1/items/${record(created)._id}`)).category).toBeNull()
    }
  })

  test.each([
    ['no title', {}],
    ['a blank title', { title: ' ' }],
    ['a title of 501 characters', { title: 'x'.repeat(501) }],
  ])('%s is 400', async (_, body) => {
    expect(refusal(await api.post('/v1/item-categories', body))).toEqual([
      400,
      expect.stringContaining('title'),
    ])
  })
})
