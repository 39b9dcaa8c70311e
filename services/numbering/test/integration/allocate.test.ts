import { newId } from '@invoicing/contracts'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type NumberingDatabase, numberingDatabase, sorted, startReplica, upTo } from './numbering.ts'

let database: NumberingDatabase
let one: Awaited<ReturnType<typeof startReplica>>
let other: Awaited<ReturnType<typeof startReplica>>
beforeAll(async () => {
  database = await numberingDatabase()
  one = await startReplica({ databaseUrl: database.url })
  other = await startReplica({ databaseUrl: database.url })
})
afterAll(async () => {
  await one.stop()
  await other.stop()
  await database.drop()
})

const either = (index: number) => (index % 2 === 0 ? one : other)

describe('allocations', () => {
  test('of one company are consecutive from 1, each printed with its prefix', async () => {
    const company = await one.company()
    expect(await one.allocate(company)).toEqual({ number: 1, invoiceNumber: 'INV-0001' })
    expect(await one.allocate(company)).toEqual({ number: 2, invoiceNumber: 'INV-0002' })
    expect(await other.allocate(company)).toEqual({ number: 3, invoiceNumber: 'INV-0003' })
  })

  test('at the same time, over two replicas, are unique and leave no hole', async () => {
    const company = await one.company()
    const allocations = await Promise.all(upTo(200).map((index) => either(index).allocate(company)))
    expect(sorted(allocations)).toEqual(upTo(200))
    expect(new Set(allocations.map(({ invoiceNumber }) => invoiceNumber)).size).toBe(200)
  })

  test('of many companies at the same time do not mix', async () => {
    const companies = await Promise.all(upTo(20).map(() => one.company()))
    const requests = companies.flatMap((company) => upTo(10).map(() => company))
    const allocations = await Promise.all(
      requests.map(async (company, index) => ({ company, ...(await either(index).allocate(company)) })),
    )
    for (const company of companies) {
      const own = allocations.filter((allocation) => allocation.company === company)
      expect(sorted(own)).toEqual(upTo(10))
    }
  })

  test('of one invoice are one, however often and wherever it is asked for', async () => {
    const company = await one.company()
    const invoice = newId('invoice')
    const again = await Promise.all(upTo(50).map((index) => either(index).allocate(company, invoice)))
    expect(new Set(again.map(({ number }) => number)).size).toBe(1)
    expect(await other.allocate(company, invoice)).toEqual(again[0])
    expect(await one.allocate(company)).toMatchObject({ number: 2 })
  })

  test('keep their number when each is asked for several times among others', async () => {
    const company = await one.company()
    const invoices = upTo(60).map(() => newId('invoice'))
    const asked = await Promise.all(
      [...invoices, ...invoices.toReversed(), ...invoices].map((invoice, index) =>
        either(index)
          .allocate(company, invoice)
          .then(({ number }) => ({ invoice, number })),
      ),
    )
    const numbers = new Map(asked.map(({ invoice, number }) => [invoice, number]))
    for (const { invoice, number } of asked) expect(numbers.get(invoice)).toBe(number)
    expect([...numbers.values()].toSorted((a, b) => a - b)).toEqual(upTo(60))
  })

  test('of a company without a sequence are refused, and use up nothing', async () => {
    await expect(one.allocate(newId('company'))).rejects.toMatchObject({ code: 'not_found' })
    await expect(one.allocate('')).rejects.toMatchObject({ code: 'not_found' })
  })

  test.each(['', 'inv_', 'client_01234567890123456789012345', "inv_' OR 1=1 --"])(
    'of what is no invoice id are refused: %j',
    async (invoice) => {
      const company = await one.company()
      await expect(one.allocate(company, invoice)).rejects.toMatchObject({ code: 'invalid_argument' })
      expect(await one.allocate(company)).toMatchObject({ number: 1 })
    },
  )

  test.each([
    ['2026/A/', '2026/A/0001'],
    ['🧾🧾-', '🧾🧾-0001'],
    ['فاتورة-', 'فاتورة-0001'],
    ["O'Neil; DROP TABLE sequences;--%", "O'Neil; DROP TABLE sequences;--%0001"],
    ['', '0001'],
    ['🧾'.repeat(50), `${'🧾'.repeat(50)}0001`],
  ])('with the prefix %j are printed %j', async (prefix, printed) => {
    const company = await one.company({ prefix })
    expect(await other.allocate(company)).toEqual({ number: 1, invoiceNumber: printed })
  })

  test('beyond the padding grow by a digit and lose none', async () => {
    const company = await one.company()
    await database.query('UPDATE sequences SET last_number = 9998 WHERE company_id = $1', [company])
    const numbers: string[] = []
    for (const _ of upTo(3)) numbers.push((await one.allocate(company)).invoiceNumber)
    expect(numbers).toEqual(['INV-9999', 'INV-10000', 'INV-10001'])
    const narrow = await one.company({ padding: 1, prefix: '' })
    await database.query('UPDATE sequences SET last_number = 8 WHERE company_id = $1', [narrow])
    expect((await one.allocate(narrow)).invoiceNumber).toBe('9')
    expect((await one.allocate(narrow)).invoiceNumber).toBe('10')
    const wide = await one.company({ padding: 12 })
    expect((await one.allocate(wide)).invoiceNumber).toBe('INV-000000000001')
  })

  test('go on with the sequence when prefix and padding change among them', async () => {
    const company = await one.company()
    const work = upTo(120).map((index) =>
      index === 60
        ? other.putSequence(company, { prefix: 'B/', padding: 6 }).then(() => undefined)
        : either(index).allocate(company),
    )
    const allocations = (await Promise.all(work)).filter((allocation) => allocation !== undefined)
    expect(sorted(allocations)).toEqual(upTo(119))
    const looks = allocations
      .toSorted((a, b) => a.number - b.number)
      .map(({ number, invoiceNumber }) => {
        if (invoiceNumber === `INV-${String(number).padStart(4, '0')}`) return 'old'
        if (invoiceNumber === `B/${String(number).padStart(6, '0')}`) return 'new'
        return 'neither'
      })
    // One point of change: none of the old looks after the first of the new.
    expect(looks.lastIndexOf('old')).toBeLessThan(looks.includes('new') ? looks.indexOf('new') : looks.length)
    expect(looks).not.toContain('neither')
    expect((await one.allocate(company)).invoiceNumber).toBe('B/000120')
  })

  test('keep the look they were given when the prefix changes later', async () => {
    const company = await one.company()
    const invoice = newId('invoice')
    await one.allocate(company, invoice)
    await one.putSequence(company, { prefix: 'NEW-' })
    expect(await one.allocate(company, invoice)).toEqual({ number: 1, invoiceNumber: 'INV-0001' })
    expect(await one.allocate(company)).toEqual({ number: 2, invoiceNumber: 'NEW-0002' })
  })
})

describe('returned numbers', () => {
  /** As settling a reservation does whose invoice never came to be. */
  async function giveBack(company: string, ...numbers: number[]): Promise<void> {
    await database.query('DELETE FROM allocations WHERE company_id = $1 AND number = ANY ($2)', [
      company,
      numbers,
    ])
    await database.query('INSERT INTO returned_numbers SELECT $1, unnest($2::bigint[])', [company, numbers])
  }

  test('go out before new ones, the lowest first, each once', async () => {
    const company = await one.company()
    await Promise.all(upTo(10).map(() => one.allocate(company)))
    await giveBack(company, 7, 3, 9)
    const next: number[] = []
    for (const index of upTo(5)) next.push((await either(index).allocate(company)).number)
    expect(next).toEqual([3, 7, 9, 11, 12])
  })

  test('fill the holes of one company alone, when many ask at once', async () => {
    const [company, neighbour] = [await one.company(), await one.company()]
    await Promise.all(upTo(20).map(() => one.allocate(company)))
    await giveBack(company, 2, 4, 6, 8, 10)
    const allocations = await Promise.all(upTo(40).map((index) => either(index).allocate(company)))
    expect(sorted(allocations)).toEqual([2, 4, 6, 8, 10, ...upTo(55).slice(20)])
    expect(await one.allocate(neighbour)).toMatchObject({ number: 1 })
  })

  test('look as the sequence looks when they go out again', async () => {
    const company = await one.company()
    await one.allocate(company)
    await giveBack(company, 1)
    await one.putSequence(company, { prefix: 'NEW-' })
    expect(await one.allocate(company)).toEqual({ number: 1, invoiceNumber: 'NEW-0001' })
  })
})
