import { isId, newId } from '@invoicing/contracts'
import type { CreateItemRequest } from '@invoicing/contracts/gen/invoices/v1/invoices'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type InvoicesUnderTest, someItem, startInvoices } from './invoices-service.ts'

let service: InvoicesUnderTest
beforeAll(async () => {
  service = await startInvoices()
})
afterAll(() => service.stop())

async function category(companyId: string): Promise<string> {
  const id = newId('category')
  await service.db.query("INSERT INTO item_categories VALUES ($1, $2, 1, 'Services', now(), now())", [
    id,
    companyId,
  ])
  return id
}

describe('CreateItem', () => {
  it('stores what it answers, trimmed and in the shortest form', async () => {
    const companyId = await service.company()
    const categoryId = await category(companyId)
    const { item } = await service.createItem(
      someItem(companyId, {
        title: '  Hour ',
        description: 'Of consulting',
        unit: ' h',
        defaultPrice: '120.500',
        vatRate: '20.0',
        categoryId,
      }),
    )
    expect(item).toMatchObject({
      companyId,
      title: 'Hour',
      description: 'Of consulting',
      unit: 'h',
      defaultPrice: '120.5',
      vatRate: '20',
      categoryId,
    })
    expect(isId('item', item?.id ?? '')).toBe(true)
    expect((await service.listItems({ companyId, limit: 1 })).items).toEqual([item])
  })

  it('has price and rate 0 where none is given, and may have a negative price', async () => {
    const companyId = await service.company()
    const { item } = await service.createItem(someItem(companyId, { unit: ' ', description: '' }))
    expect(item).toMatchObject({ defaultPrice: '0', vatRate: '0' })
    expect([item?.unit, item?.description, item?.categoryId]).toEqual([undefined, undefined, undefined])
    const { item: discount } = await service.createItem(someItem(companyId, { defaultPrice: '-5.000001' }))
    expect(discount?.defaultPrice).toBe('-5.000001')
  })

  const refusals: [Partial<CreateItemRequest>, string][] = [
    [{ title: '  ' }, 'title is required and must not be blank'],
    [{ title: 'x'.repeat(501) }, 'title must be at most 500 characters'],
    [{ title: 'a\0b' }, 'title must not contain the character U+0000'],
    [{ description: 'x'.repeat(2_001) }, 'description must be at most 2000 characters'],
    [{ unit: 'x'.repeat(51) }, 'unit must be at most 50 characters'],
    [{ defaultPrice: 'free' }, 'default_price must be a number from -1000000000000 to 1000000000000'],
    [{ defaultPrice: '1000000000001' }, 'default_price must be a number up to 1000000000000'],
    [{ defaultPrice: '0.0000001' }, 'default_price must have at most 6 decimals'],
    [{ vatRate: '-1' }, 'vat_rate must be a number from 0 to 100'],
    [{ vatRate: '100.000001' }, 'vat_rate must be a number up to 100'],
  ]
  it.each(refusals)('refuses %j', async (fields, message) => {
    const companyId = await service.company()
    await expect(service.createItem(someItem(companyId, fields))).rejects.toMatchObject({
      code: 'invalid_argument',
      message,
    })
  })

  it('refuses a flagged title', async () => {
    const companyId = await service.company()
    await expect(service.createItem(someItem(companyId, { title: 'fuck you' }))).rejects.toMatchObject({
      code: 'content_flagged',
      message: 'title: the content could not be accepted',
    })
    expect((await service.listItems({ companyId, limit: 1 })).items).toEqual([])
  })

  it('answers Category not found for an unknown category and for a foreign one, and leaves no gap', async () => {
    const companyId = await service.company()
    const foreign = await category(await service.company())
    for (const categoryId of [newId('category'), foreign]) {
      await expect(service.createItem(someItem(companyId, { categoryId }))).rejects.toMatchObject({
        code: 'not_found',
        message: 'Category not found',
      })
    }
    await service.createItem(someItem(companyId))
    await service.createItem(someItem(companyId))
    expect(await service.listItems({ companyId, limit: 1 })).toMatchObject({ remaining: 1 })
  })

  it('answers Company not found for a company without settings', async () => {
    await expect(service.createItem(someItem(newId('company')))).rejects.toMatchObject({
      code: 'not_found',
      message: 'Company not found',
    })
  })
})
