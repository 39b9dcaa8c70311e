import { newId } from '@invoicing/contracts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type InvoicesUnderTest, someItem, startInvoices } from './invoices-service.ts'
import { someInvoices } from './some-invoices.ts'

let service: InvoicesUnderTest
beforeAll(async () => {
  service = await startInvoices()
})
afterAll(() => service.stop())

/** Reads a list page by page to its end, or three pages past where it should have ended. */
async function pages<P extends { remaining: number; next?: string | undefined }>(
  read: (after: string | undefined) => Promise<P>,
): Promise<P[]> {
  const all: P[] = []
  let after: string | undefined
  do {
    const page = await read(after)
    all.push(page)
    after = page.next
  } while (after !== undefined && all.length < 10)
  return all
}

describe('ListInvoices', () => {
  it('pages through all invoices, newest first, and says exactly how many remain', async () => {
    const companyId = await service.company()
    const ids = await someInvoices(service.db, { companyId, count: 12 })
    const read = await pages((after) => service.listInvoices({ companyId, limit: 5, after }))
    expect(read.map(({ remaining }) => remaining)).toEqual([7, 2, 0])
    expect(read.flatMap(({ invoices }) => invoices.map(({ id }) => id))).toEqual(ids.toReversed())
  })

  it('counts no deleted invoice among those that remain', async () => {
    const companyId = await service.company()
    const ids = await someInvoices(service.db, { companyId, count: 12 })
    // The newest, one in the middle of each page to come, and the oldest.
    for (const seq of [12, 8, 5, 1]) {
      await service.db.query('DELETE FROM invoices WHERE company_id = $1 AND seq = $2', [companyId, seq])
      await service.db.query("INSERT INTO deleted_rows VALUES ($1, 'invoices', $2)", [companyId, seq])
    }
    const read = await pages((after) => service.listInvoices({ companyId, limit: 3, after }))
    expect(read.map(({ remaining }) => remaining)).toEqual([5, 2, 0])
    expect(read.flatMap(({ invoices }) => invoices.map(({ id }) => id))).toEqual(
      ids.filter((_, index) => ![12, 8, 5, 1].includes(index + 1)).toReversed(),
    )
    expect(read.at(-1)?.next).toBeUndefined()
  })

  it('ends with a full page without promising another', async () => {
    const companyId = await service.company()
    await someInvoices(service.db, { companyId, count: 4 })
    const page = await service.listInvoices({ companyId, limit: 4 })
    expect([page.invoices.length, page.remaining, page.next]).toEqual([4, 0, undefined])
  })

  it('goes on where a page ended, whatever is created meanwhile', async () => {
    const companyId = await service.company()
    const old = await someInvoices(service.db, { companyId, count: 4 })
    const first = await service.listInvoices({ companyId, limit: 2 })
    await someInvoices(service.db, { companyId, count: 3 })
    const second = await service.listInvoices({ companyId, limit: 2, after: first.next })
    expect(second.invoices.map(({ id }) => id)).toEqual(old.slice(0, 2).toReversed())
    expect(second.remaining).toBe(0)
  })

  it('shows each invoice as GetInvoice does, with the ids of its lines in order', async () => {
    const companyId = await service.company()
    await someInvoices(service.db, { companyId, count: 2, lines: 3 })
    const { invoices } = await service.listInvoices({ companyId, limit: 2 })
    for (const invoice of invoices) {
      expect(invoice.lineItemIds).toEqual([1, 2, 3].map((n) => `li_${invoice.id}_${n}`))
      expect((await service.getInvoice({ companyId, invoiceId: invoice.id })).invoice).toEqual(invoice)
    }
  })

  it('is empty for a company without invoices, and never shows those of another', async () => {
    await someInvoices(service.db, { companyId: await service.company(), count: 2 })
    const page = await service.listInvoices({
      companyId: await service.company(),
      limit: 5,
      after: undefined,
    })
    expect(page).toEqual({ invoices: [], remaining: 0 })
  })

  it.each(['0', '-1', '1.5', 'x', '', '1e3', '9'.repeat(16)])('refuses the position %j', async (after) => {
    const companyId = await service.company()
    await expect(service.listInvoices({ companyId, limit: 5, after })).rejects.toMatchObject({
      code: 'invalid_argument',
    })
  })

  it.each([0, -1, 101])('refuses the limit %d', async (limit) => {
    const companyId = await service.company()
    await expect(service.listInvoices({ companyId, limit })).rejects.toMatchObject({
      code: 'invalid_argument',
    })
  })
})

describe('ListItems', () => {
  it('pages through the catalog, newest first, and says exactly how many remain', async () => {
    const companyId = await service.company()
    const created = []
    for (let n = 1; n <= 5; n += 1) created.push((await service.createItem(someItem(companyId))).item)
    const read = await pages((after) => service.listItems({ companyId, limit: 2, after }))
    expect(read.map(({ remaining }) => remaining)).toEqual([3, 1, 0])
    expect(read.flatMap(({ items }) => items)).toEqual(created.toReversed())
  })
})

describe('ListInvoiceIdsByClient', () => {
  /** What is streamed, joined by client in the order of arrival. */
  async function idsOf(companyId: string, clientIds: string[]) {
    const messages = []
    for await (const message of service.listInvoiceIds({ companyId, clientIds })) messages.push(message)
    const joined = new Map<string, string[]>()
    for (const { clientId, invoiceIds } of messages) {
      joined.set(clientId, [...(joined.get(clientId) ?? []), ...invoiceIds])
    }
    return { messages, joined }
  }

  it('gives the ids of several clients, each newest first', async () => {
    const companyId = await service.company()
    const clients = [newId('client'), newId('client'), newId('client')] as const
    const first = await someInvoices(service.db, { companyId, clientId: clients[0], count: 3 })
    const second = await someInvoices(service.db, { companyId, clientId: clients[1], count: 2 })
    const more = await someInvoices(service.db, { companyId, clientId: clients[0], count: 1 })
    const { joined } = await idsOf(companyId, [...clients])
    expect([...joined]).toEqual([
      [clients[0], [...first, ...more].toReversed()],
      [clients[1], second.toReversed()],
    ])
  })

  it('sends what fits no message in several, none lost and none twice', async () => {
    const companyId = await service.company()
    const [many, few, last] = [newId('client'), newId('client'), newId('client')]
    // One exactly at the bound of a batch, and one that goes over two.
    const exact = await someInvoices(service.db, { companyId, clientId: many, count: 20_000 })
    const some = await someInvoices(service.db, { companyId, clientId: few, count: 7 })
    const long = await someInvoices(service.db, { companyId, clientId: last, count: 12_345 })
    const { messages, joined } = await idsOf(companyId, [many, few, newId('client'), last])
    expect(joined.get(many)).toEqual(exact.toReversed())
    expect(joined.get(few)).toEqual(some.toReversed())
    expect(joined.get(last)).toEqual(long.toReversed())
    expect(Math.max(...messages.map(({ invoiceIds }) => invoiceIds.length))).toBe(10_000)
  })

  it('gives nobody the ids of another company', async () => {
    const companyId = await service.company()
    const clientId = newId('client')
    await someInvoices(service.db, { companyId: await service.company(), clientId, count: 2 })
    expect((await idsOf(companyId, [clientId])).messages).toEqual([])
  })

  it('refuses more than 1,000 clients', async () => {
    const companyId = await service.company()
    const clientIds = Array.from({ length: 1_001 }, () => newId('client'))
    await expect(idsOf(companyId, clientIds)).rejects.toMatchObject({ code: 'invalid_argument' })
  })
})
