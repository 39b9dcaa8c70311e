import { beforeAll, describe, expect, test } from '@jest/globals'
import { type Answer, type Api, errorOf, list, record } from '../src/api.ts'
import { newCompany } from '../src/company.ts'

let api: Api

beforeAll(async () => {
  api = await newCompany({ name: 'Section 4.3, deletes' })
})

const create = async (of = api) =>
  String(record(await of.post('/v1/clients', { company_name: 'Globex', type: 'Company' }))._id)
const remove = (id: string, of = api): Promise<Answer> => of.send('DELETE', `/v1/clients/${id}`)
const invoice = (id: string, of = api) => of.post('/v1/invoices', { client_id: id, items: [{ title: 'x' }] })

describe('DELETE /v1/clients/:id', () => {
  test('answers { deleted, id }, and the client is gone everywhere', async () => {
    const own = await newCompany({ name: 'Deletes' })
    const [kept, id] = [await create(own), await create(own)]
    const answer = await remove(id, own)
    expect([answer.status, answer.body]).toEqual([200, { deleted: true, id }])
    for (const gone of [
      await own.get(`/v1/clients/${id}`),
      await remove(id, own),
      await invoice(id, own),
      await own.send('PATCH', `/v1/clients/${id}`, {
        body: '{"city":"Lyon"}',
        headers: { 'content-type': 'application/json' },
      }),
    ]) {
      expect([gone.status, errorOf(gone)]).toEqual([404, 'Client not found'])
    }
    expect(list(await own.get('/v1/clients')).map((client) => client._id)).toEqual([kept])
  })

  test('is 409 with the exact count while invoices refer to the client, which stays unharmed', async () => {
    const id = await create()
    for (const count of [1, 2, 3]) {
      expect((await invoice(id)).status).toBe(201)
      const answer = await remove(id)
      expect([answer.status, errorOf(answer)]).toEqual([
        409,
        expect.stringMatching(new RegExp(`\\b${count} invoices?\\b`)),
      ])
    }
    expect((await api.get(`/v1/clients/${id}`)).status).toBe(200)
  })

  test('a missing id, a foreign one and one of another kind get the same 404', async () => {
    const other = await newCompany({ name: 'Foreign' })
    const foreign = await create(other)
    for (const id of [foreign, 'client_00000000000000000000000000', 'inv_00000000000000000000000000', 'x']) {
      const answer = await remove(id)
      expect([answer.status, errorOf(answer)]).toEqual([404, 'Client not found'])
    }
    expect((await other.get(`/v1/clients/${foreign}`)).status).toBe(200)
  })

  test('a client is deleted once when several ask at once', async () => {
    const id = await create()
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
  })
})

/** Pairs of a delete and creates that meet; RACE_ROUNDS=3000 for a long run. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 200)
const SIDE_BY_SIDE = 8

describe('a delete that meets creates of invoices', () => {
  test(
    'either refuses with what exists or leaves no invoice, and never an invoice without its client',
    async () => {
      const own = await newCompany({ name: 'Race' })
      const outcomes = { deleted: 0, refused: 0, created: 0, notFound: 0 }

      const round = async () => {
        const id = await create(own)
        const creates = Array.from({ length: 3 }, () => invoice(id, own))
        const jitter = Promise.withResolvers<void>()
        setTimeout(jitter.resolve, Math.random() * 25)
        const [deletion, ...made] = await Promise.all([
          jitter.promise.then(() => remove(id, own)),
          ...creates,
        ])
        const created = made.filter(({ status }) => status === 201)
        for (const refused of made.filter(({ status }) => status !== 201)) {
          expect([refused.status, errorOf(refused)]).toEqual([404, 'Client not found'])
        }
        const client = await own.get(`/v1/clients/${id}`)
        if (deletion.status === 200) {
          expect(created).toEqual([])
          expect(client.status).toBe(404)
          outcomes.deleted += 1
        } else {
          expect([deletion.status, errorOf(deletion)]).toEqual([
            409,
            expect.stringMatching(/\b[123] invoices?\b/),
          ])
          // Whoever was created before the delete or after it: nobody was turned away from a client that stays.
          expect(created).toHaveLength(made.length)
          expect([...(record(client).invoices as string[])].sort()).toEqual(
            created.map((answer) => record(answer)._id).sort(),
          )
          outcomes.refused += 1
        }
        outcomes.created += created.length
        outcomes.notFound += made.length - created.length
      }

      for (let rounds = 0; rounds < ROUNDS; rounds += SIDE_BY_SIDE) {
        await Promise.all(Array.from({ length: SIDE_BY_SIDE }, round))
      }
      expect(outcomes.deleted).toBeGreaterThan(0)
      expect(outcomes.refused).toBeGreaterThan(0)
      expect(outcomes.notFound).toBe(outcomes.deleted * 3)
      if (process.env.RACE_ROUNDS !== undefined) process.stdout.write(`${JSON.stringify(outcomes)}\n`)
    },
    ROUNDS * 500,
  )
})
