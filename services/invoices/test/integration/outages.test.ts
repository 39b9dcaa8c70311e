import { Line } from '@invoicing/testkit'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type InvoicesUnderTest, startInvoices } from './invoices-service.ts'
import { type Account, type Platform, startPlatform } from './platform.ts'

let platform: Platform
let account: Account
/** A replica that reaches Postgres over a line that can break. */
let replica: InvoicesUnderTest
let line: Line
beforeAll(async () => {
  platform = await startPlatform()
  const url = new URL(platform.databaseUrl)
  line = await Line.to(url.host)
  url.host = line.address
  replica = await startInvoices({
    databaseUrl: url.href,
    clients: platform.clients.address,
    numbering: platform.numbering.address,
  })
  account = await platform.account()
})
afterAll(async () => {
  line.restore()
  await replica.stop()
  await line.close()
  await platform.stop()
})

async function stored(): Promise<number> {
  const { rows } = await platform.db.query(
    `SELECT (SELECT count(*) FROM invoices) + (SELECT count(*) FROM invoice_lines) + (SELECT count(*) FROM outbox)
       + (SELECT coalesce(sum(last), 0) FROM list_sequences) AS n`,
  )
  return Number(rows[0].n)
}

const unavailable = {
  code: 'unavailable',
  message: 'the service is temporarily unavailable, try again',
}

describe.each(['numbering', 'clients'] as const)('while %s does not answer', (name) => {
  it('a create fails as unavailable within its deadline, stores nothing, and works again afterwards', async () => {
    const before = await stored()
    platform[name].freeze()
    try {
      const start = performance.now()
      await expect(platform.createInvoice(account.request(), 700)).rejects.toMatchObject(unavailable)
      expect(performance.now() - start).toBeLessThan(2_000)
    } finally {
      platform[name].thaw()
    }
    await platform.createInvoice(account.request())
    // One invoice, its line, its event, its place in the list: nothing of the one that failed.
    expect((await stored()) - before).toBe(4)
  })
})

describe('while Postgres is out of reach', () => {
  it('calls fail as unavailable, and work again afterwards', async () => {
    const { companyId, request } = account
    line.cut()
    await expect(replica.createInvoice(request())).rejects.toMatchObject(unavailable)
    await expect(replica.listInvoices({ companyId, limit: 5 })).rejects.toMatchObject(unavailable)
    expect(await replica.isReady()).toBe(false)
    line.restore()
    const { invoice } = await replica.createInvoice(request())
    expect(await replica.getInvoice({ companyId, invoiceId: invoice?.id ?? '' })).toEqual({ invoice })
    expect(await replica.isReady()).toBe(true)
  })
})

describe('when numbering is gone', () => {
  it('a create fails as unavailable at once and stores nothing', async () => {
    const before = await stored()
    await platform.numbering.stop()
    await expect(platform.createInvoice(account.request())).rejects.toMatchObject(unavailable)
    expect(await stored()).toBe(before)
  })
})
