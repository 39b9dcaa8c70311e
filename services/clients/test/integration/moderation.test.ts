import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type ClientsUnderTest, company, someCompany, startClients } from './clients-service.ts'

let provider: Server
let clients: ClientsUnderTest | undefined
let asked: { authorization: string | undefined; body: unknown }[]

/** A content check over HTTP that flags what it finds ugly; it fails while `answering` is false. */
let answering: boolean
beforeEach(async () => {
  asked = []
  answering = true
  provider = createServer(async (request, response) => {
    const body = JSON.parse(await new Response(ReadableStream.from(request)).text())
    asked.push({ authorization: request.headers.authorization, body })
    const flagged = body.texts.flatMap((text: string, index: number) =>
      text.includes('ugly') ? [index] : [],
    )
    response.writeHead(answering ? 200 : 500).end(JSON.stringify({ flagged }))
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  provider.listen(0, '127.0.0.1', resolve)
  await promise
})
afterEach(async () => {
  await clients?.stop()
  clients = undefined
  provider.closeAllConnections()
  provider.close()
})

async function start(env: NodeJS.ProcessEnv = {}) {
  const { port } = provider.address() as AddressInfo
  clients = await startClients({ MODERATION_URL: `http://127.0.0.1:${port}/check`, ...env })
  return clients
}

describe('a content check over HTTP', () => {
  it('is asked once a write, about all its texts, and decides', async () => {
    const { createClient, listReviews } = await start({ MODERATION_TOKEN: 'the token' })
    const companyId = someCompany()
    const fields = company('Acme', { color: '#123456', city: 'an ugly town' })
    await expect(createClient({ companyId, fields })).rejects.toMatchObject({ code: 'content_flagged' })
    expect(asked).toEqual([
      { authorization: 'Bearer the token', body: { texts: ['Acme', '#123456', 'an ugly town'] } },
    ])
    const { reviews } = await listReviews({ companyId, limit: 10 })
    expect(reviews.map((review) => review.flaggedFields)).toEqual([['city']])
  })

  it('that has no answer makes a write fail as unavailable, with nothing stored', async () => {
    const { createClient, listClients, listReviews } = await start()
    answering = false
    const companyId = someCompany()
    await expect(createClient({ companyId, fields: company('Acme') })).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect((await listClients({ companyId, limit: 1 })).clients).toEqual([])
    expect((await listReviews({ companyId, limit: 1 })).reviews).toEqual([])
  })

  it('that has no answer sends every write to review where the settings say so', async () => {
    const { createClient, listReviews } = await start({ MODERATION_ON_FAILURE: 'flag' })
    answering = false
    const companyId = someCompany()
    await expect(createClient({ companyId, fields: company('Acme') })).rejects.toMatchObject({
      code: 'content_flagged',
    })
    expect((await listReviews({ companyId, limit: 10 })).reviews).toHaveLength(1)
  })
})
