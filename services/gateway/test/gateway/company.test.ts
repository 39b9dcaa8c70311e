import { eventually } from '@invoicing/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { adminCaller } from '../fixtures/admin.ts'
import { ADMIN_TOKEN, GatewayUnderTest } from '../fixtures/gateway.ts'
import { type Answer, type Call, caller } from '../fixtures/http.ts'
import { type ServiceName, Services } from '../fixtures/services.ts'

let services: Services
let gateway: GatewayUnderTest
let admin: ReturnType<typeof adminCaller>
let call: Call
beforeAll(async () => {
  services = await Services.start()
  gateway = await GatewayUnderTest.start(services.addresses)
  admin = adminCaller(gateway.service.grpcAddress, `Bearer ${ADMIN_TOKEN}`)
  const { apiKey } = await admin.createCompany({ name: 'Acme' })
  call = caller(gateway.url, apiKey)
}, 60_000)
afterAll(async () => {
  admin?.close()
  await gateway?.stop()
  await services?.stop()
})

const data = (answer: Answer): Record<string, unknown> => Object(answer.json.data)
const patch = (body: object) => call('PATCH', '/v1/company', { body })
const read = async () => data(await call('GET', '/v1/company'))

test.each<ServiceName>(['numbering', 'invoices'])(
  'a change while %s is away is 503 and writes nothing, and the same request completes it afterwards',
  async (name) => {
    const before = await read()
    const body = { name: `While ${name} is away`, number_prefix: `${name}-`, number_padding: 6 }
    await services.kill(name)
    try {
      const refused = await patch(body)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    } finally {
      await services.bringUp(name)
    }
    await eventually(async () => (await call('GET', '/v1/company')).status === 200, { within: 10_000 })
    expect(await read()).toEqual(before)
    const completed = await patch(body)
    expect([completed.status, data(completed)]).toEqual([200, expect.objectContaining(body)])
    expect(await read()).toEqual(data(completed))
  },
  30_000,
)

test('a change that one of the two services would refuse is written by neither', async () => {
  const before = await read()
  for (const [body, field] of [
    [{ name: 'New', number_prefix: 'A\nB' }, 'number_prefix'],
    [{ name: 'New', number_padding: 13 }, 'number_padding'],
    [{ number_prefix: 'NEW-', time_zone: 'Mars/Olympus' }, 'time_zone'],
  ] as const) {
    const answer = await patch(body)
    expect([answer.status, answer.json.error]).toEqual([400, expect.stringContaining(field)])
  }
  expect(await read()).toEqual(before)
})
