import { newId } from '@invoicing/contracts'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type NumberingDatabase, numberingDatabase, startReplica, upTo } from './numbering.ts'

let database: NumberingDatabase
let numbering: Awaited<ReturnType<typeof startReplica>>
beforeAll(async () => {
  database = await numberingDatabase()
  numbering = await startReplica({ databaseUrl: database.url })
})
afterAll(async () => {
  await numbering.stop()
  await database.drop()
})

describe('a sequence', () => {
  test('starts with the defaults', async () => {
    const companyId = newId('company')
    const sequence = { companyId, prefix: 'INV-', padding: 4 }
    expect(await numbering.putSequence(companyId)).toEqual({ sequence })
    expect(await numbering.getSequence({ companyId })).toEqual({ sequence })
  })

  test('keeps what a change does not name, and where it stands', async () => {
    const companyId = await numbering.company({ prefix: 'A-', padding: 6 })
    await numbering.allocate(companyId)
    await numbering.putSequence(companyId, { padding: 2 })
    await numbering.putSequence(companyId)
    expect(await numbering.getSequence({ companyId })).toEqual({
      sequence: { companyId, prefix: 'A-', padding: 2 },
    })
    await numbering.putSequence(companyId, { prefix: '' })
    expect(await numbering.allocate(companyId)).toEqual({ number: 2, invoiceNumber: '02' })
  })

  test('put at the same time by many is one', async () => {
    const companyId = newId('company')
    await Promise.all(upTo(20).map(() => numbering.putSequence(companyId)))
    expect(await numbering.allocate(companyId)).toMatchObject({ number: 1 })
  })

  test.each([
    [{ prefix: 'x'.repeat(51) }, 'number_prefix must be at most 50 characters'],
    [{ prefix: '🧾'.repeat(51) }, 'number_prefix must be at most 50 characters'],
    [{ prefix: 'A\u0000B' }, 'number_prefix must not hold control characters'],
    [{ prefix: 'A\nB' }, 'number_prefix must not hold control characters'],
    [{ padding: 0 }, 'number_padding must be from 1 to 12'],
    [{ padding: 13 }, 'number_padding must be from 1 to 12'],
    [{ padding: -1 }, 'number_padding must be from 1 to 12'],
    [{ padding: 2_147_483_647 }, 'number_padding must be from 1 to 12'],
  ])('refuses %j, and stays as it is', async (settings, message) => {
    const companyId = await numbering.company()
    await expect(numbering.putSequence(companyId, settings)).rejects.toMatchObject({
      code: 'invalid_argument',
      message,
    })
    expect(await numbering.getSequence({ companyId })).toMatchObject({
      sequence: { prefix: 'INV-', padding: 4 },
    })
  })

  test.each(['', 'company_', 'inv_01234567890123456789012345'])(
    'belongs to a company, not to %j',
    async (id) => {
      await expect(numbering.putSequence(id)).rejects.toMatchObject({ code: 'invalid_argument' })
    },
  )

  test('that is not there is not found', async () => {
    const companyId = newId('company')
    await expect(numbering.getSequence({ companyId })).rejects.toMatchObject({
      code: 'not_found',
      message: 'Company not found',
    })
  })
})
