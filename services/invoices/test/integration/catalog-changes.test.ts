import { newId } from '@invoicing/contracts'
import type { UpdateItemRequest } from '@invoicing/contracts/gen/invoices/v1/invoices'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type InvoicesUnderTest, someItem, startInvoices } from './invoices-service.ts'

let service: InvoicesUnderTest
beforeAll(async () => {
  service = await startInvoices()
})
afterAll(() => service.stop())

async function itemWith(companyId: string, fields: Parameters<typeof someItem>[1] = {}): Promise<string> {
  const { item } = await service.createItem(someItem(companyId, fields))
  return item?.id ?? ''
}
const categoryOf = async (companyId: string, title = 'Services') =>
  (await service.createCategory({ companyId, title })).category?.id ?? ''
const change = (companyId: string, itemId: string, fields: Partial<UpdateItemRequest>) =>
  service.updateItem({ companyId, itemId, clear: [], ...fields })

describe('UpdateItem', () => {
  it('changes what is named, keeps the rest, and answers what is read afterwards', async () => {
    const companyId = await service.company()
    const itemId = await itemWith(companyId, { description: 'Of work', unit: 'h', defaultPrice: '100' })
    const { item } = await change(companyId, itemId, { title: ' Day ', vatRate: '5.50' })
    expect(item).toMatchObject({
      title: 'Day',
      description: 'Of work',
      unit: 'h',
      defaultPrice: '100',
      vatRate: '5.5',
    })
    expect((await service.getItem({ companyId, itemId })).item).toEqual(item)
    expect(item?.modifiedAt?.getTime()).toBeGreaterThanOrEqual(item?.createdAt?.getTime() ?? Number.NaN)
  })

  it('clears what may be absent, and sets price and rate to 0', async () => {
    const companyId = await service.company()
    const categoryId = await categoryOf(companyId)
    const itemId = await itemWith(companyId, {
      description: 'Of work',
      unit: 'h',
      defaultPrice: '100',
      vatRate: '20',
      categoryId,
    })
    const clear = ['description', 'unit', 'default_price', 'vat_rate', 'category_id']
    const { item } = await change(companyId, itemId, { clear })
    expect(item).toMatchObject({ title: 'Consulting', defaultPrice: '0', vatRate: '0' })
    expect([item?.description, item?.unit, item?.categoryId]).toEqual([undefined, undefined, undefined])
    const blank = await change(companyId, await itemWith(companyId, { unit: 'h' }), { unit: ' ' })
    expect(blank.item?.unit).toBeUndefined()
  })

  it('loses neither of two changes of different fields at once', async () => {
    const companyId = await service.company()
    const itemId = await itemWith(companyId)
    for (let round = 1; round <= 20; round += 1) {
      await Promise.all([
        change(companyId, itemId, { unit: `u${round}` }),
        change(companyId, itemId, { defaultPrice: String(round) }),
      ])
      expect((await service.getItem({ companyId, itemId })).item).toMatchObject({
        unit: `u${round}`,
        defaultPrice: String(round),
      })
    }
  })

  const refusals: [Partial<UpdateItemRequest>, string][] = [
    [{ title: ' ' }, 'title is required and must not be blank'],
    [{ unit: 'x'.repeat(51) }, 'unit must be at most 50 characters'],
    [{ vatRate: '101' }, 'vat_rate must be a number up to 100'],
    [{ clear: ['title'] }, 'title cannot be null'],
  ]
  it.each(refusals)('refuses %j and changes nothing', async (fields, message) => {
    const companyId = await service.company()
    const itemId = await itemWith(companyId)
    const before = await service.getItem({ companyId, itemId })
    await expect(change(companyId, itemId, { description: 'new', ...fields })).rejects.toMatchObject({
      code: 'invalid_argument',
      message,
    })
    expect(await service.getItem({ companyId, itemId })).toEqual(before)
  })

  it('refuses a flagged title and changes nothing', async () => {
    const companyId = await service.company()
    const itemId = await itemWith(companyId)
    await expect(change(companyId, itemId, { title: 'fuck you' })).rejects.toMatchObject({
      code: 'content_flagged',
    })
    expect((await service.getItem({ companyId, itemId })).item?.title).toBe('Consulting')
  })

  it('answers Item not found for an unknown item and a foreign one, and Category not found alike', async () => {
    const companyId = await service.company()
    const another = await service.company()
    const foreign = await itemWith(another)
    for (const itemId of [foreign, newId('item')]) {
      const missing = { code: 'not_found', message: 'Item not found' }
      await expect(change(companyId, itemId, { title: 'Mine' })).rejects.toMatchObject(missing)
      await expect(service.getItem({ companyId, itemId })).rejects.toMatchObject(missing)
      await expect(service.deleteItem({ companyId, itemId })).rejects.toMatchObject(missing)
    }
    expect((await service.getItem({ companyId: another, itemId: foreign })).item?.title).toBe('Consulting')
    const itemId = await itemWith(companyId)
    for (const categoryId of [await categoryOf(another), newId('category')]) {
      await expect(change(companyId, itemId, { categoryId })).rejects.toMatchObject({
        code: 'not_found',
        message: 'Category not found',
      })
    }
  })
})

describe('deleting from a list', () => {
  it('leaves what remains exact, wherever in the list it was', async () => {
    const companyId = await service.company()
    const ids: string[] = []
    for (let n = 0; n < 6; n += 1) ids.push(await itemWith(companyId))
    for (const index of [5, 3, 0]) await service.deleteItem({ companyId, itemId: ids[index] ?? '' })
    const first = await service.listItems({ companyId, limit: 2 })
    expect([first.items.map(({ id }) => id), first.remaining]).toEqual([[ids[4], ids[2]], 1])
    const last = await service.listItems({ companyId, limit: 2, after: first.next })
    expect([last.items.map(({ id }) => id), last.remaining, last.next]).toEqual([[ids[1]], 0, undefined])
  })

  it('is done once, whoever tries it at the same time', async () => {
    const companyId = await service.company()
    const ids = await Promise.all([1, 2, 3].map(() => itemWith(companyId)))
    const [itemId = ''] = ids
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4].map(() => service.deleteItem({ companyId, itemId })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await service.listItems({ companyId, limit: 1 })).toMatchObject({ remaining: 1 })
  })
})

describe('item categories', () => {
  it('are created, read, renamed, listed and deleted', async () => {
    const companyId = await service.company()
    const { category } = await service.createCategory({ companyId, title: ' Services ' })
    const categoryId = category?.id ?? ''
    expect(category).toMatchObject({ companyId, title: 'Services' })
    expect((await service.getCategory({ companyId, categoryId })).category).toEqual(category)
    const renamed = await service.updateCategory({ companyId, categoryId, title: 'Work' })
    expect(renamed.category).toEqual({ ...category, title: 'Work', modifiedAt: expect.any(Date) })
    await categoryOf(companyId, 'Goods')
    const page = await service.listCategories({ companyId, limit: 1 })
    expect(page).toMatchObject({ categories: [{ title: 'Goods' }], remaining: 1 })
    await service.deleteCategory({ companyId, categoryId })
    expect(await service.listCategories({ companyId, limit: 5 })).toMatchObject({
      categories: [{ title: 'Goods' }],
      remaining: 0,
    })
  })

  it('of another company and unknown ones are not found', async () => {
    const companyId = await service.company()
    const missing = { code: 'not_found', message: 'Category not found' }
    for (const categoryId of [await categoryOf(await service.company()), newId('category')]) {
      await expect(service.getCategory({ companyId, categoryId })).rejects.toMatchObject(missing)
      await expect(service.updateCategory({ companyId, categoryId, title: 'x' })).rejects.toMatchObject(
        missing,
      )
      await expect(service.deleteCategory({ companyId, categoryId })).rejects.toMatchObject(missing)
    }
    await expect(categoryOf(newId('company'))).rejects.toMatchObject({ message: 'Company not found' })
    await expect(categoryOf(companyId, '  ')).rejects.toMatchObject({ code: 'invalid_argument' })
  })

  it('leave their items without a category when they are deleted', async () => {
    const companyId = await service.company()
    const [gone, stays] = [await categoryOf(companyId), await categoryOf(companyId)]
    const ids = await Promise.all(
      [gone, gone, stays].map((categoryId) => itemWith(companyId, { categoryId })),
    )
    await service.deleteCategory({ companyId, categoryId: gone })
    const items = await Promise.all(ids.map((itemId) => service.getItem({ companyId, itemId })))
    expect(items.map(({ item }) => item?.categoryId)).toEqual([undefined, undefined, stays])
  })

  it('deleted while items come to them answer Category not found or are left, never a category that is gone', async () => {
    const companyId = await service.company()
    let refused = 0
    for (let round = 0; round < 40; round += 1) {
      const categoryId = await categoryOf(companyId)
      const moved = await itemWith(companyId)
      const outcomes = await Promise.allSettled([
        service.createItem(someItem(companyId, { categoryId })),
        service.deleteCategory({ companyId, categoryId }),
        change(companyId, moved, { categoryId }),
        service.createItem(someItem(companyId, { categoryId })),
      ])
      for (const outcome of outcomes) {
        if (outcome.status === 'fulfilled') continue
        refused += 1
        expect(outcome.reason).toMatchObject({ code: 'not_found', message: 'Category not found' })
      }
    }
    expect(refused).toBeGreaterThan(0)
    const { items } = await service.listItems({ companyId, limit: 100 })
    expect(items.filter(({ categoryId }) => categoryId !== undefined)).toEqual([])
  })
})
