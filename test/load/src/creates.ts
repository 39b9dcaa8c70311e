/**
 * Creates a second over REST with a number of clients at once, against a platform that runs:
 *
 *   BASE_URL=http://127.0.0.1:8080 API_KEY=ik_… node test/load/src/creates.ts [--connections 16] [--seconds 20]
 *
 * Start that platform with RATE_LIMIT_PER_MINUTE=1000000. Prints figures; asserts nothing.
 */
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '20' },
  },
})
const { BASE_URL = 'http://127.0.0.1:8080', API_KEY } = process.env
if (API_KEY === undefined) {
  console.error('API_KEY is not set. It is a key of the platform at BASE_URL.')
  process.exit(1)
}
const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' }

const client = await fetch(`${BASE_URL}/v1/clients`, {
  method: 'POST',
  headers,
  body: JSON.stringify({ company_name: 'Load', type: 'Company' }),
})
if (client.status !== 201) throw new Error(`no client: ${client.status} ${await client.text()}`)
const { data } = (await client.json()) as { data: { _id: string } }

const result = await autocannon({
  url: `${BASE_URL}/v1/invoices`,
  method: 'POST',
  headers,
  body: JSON.stringify({
    client_id: data._id,
    items: [
      { title: 'Design', quantity: 3, unit_price: 99.99, vat_rate: 20 },
      { title: 'Build', quantity: 7.5, unit_price: 120, vat_rate: 20 },
      { title: 'Handbook', quantity: 1, unit_price: 18.5, vat_rate: 5.5 },
    ],
  }),
  connections: Number(values.connections),
  duration: Number(values.seconds),
})

console.log(
  [
    `connections      ${values.connections}`,
    `creates/s        ${result.requests.average.toFixed(0)}`,
    `latency p50      ${result.latency.p50} ms`,
    `latency p99      ${result.latency.p99} ms`,
    `answers          ${result['2xx']} created, ${result.non2xx} others, ${result.errors} errors`,
  ].join('\n'),
)
