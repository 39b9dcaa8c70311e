import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { admin, eventually, type Platform, platformStatus, startPlatform } from '@invoicing/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Api, api, errorOf, list, record } from '../src/api.ts'

const START_MS = 120_000

let dataDir: string
let platform: Platform
let demo: Api

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'invoicing-platform-'))
  platform = await startPlatform({ dataDir })
  demo = api(platform.url, platform.demoKey)
}, START_MS)

afterAll(async () => {
  await platform?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}, 30_000)

const alive = (pid: number) => existsSync(`/proc/${pid}`)
const everyPid = async () => {
  const { services, servers } = await platformStatus(dataDir)
  return [...services, ...servers].flatMap(({ pid }) => pid ?? [])
}

describe('npm start', () => {
  test('serves a first invoice with the demo key', async () => {
    const client = await demo.post('/v1/clients', { company_name: 'Globex', type: 'Company' })
    const invoice = await demo.post('/v1/invoices', {
      client_id: record(client)._id,
      items: [{ title: 'Work' }],
    })
    expect([invoice.status, record(invoice).invoice_number]).toEqual([201, 'INV-0001'])
  })

  test('keeps its secrets to itself', () => {
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
  })

  test('healthz and readyz need no key', async () => {
    const nobody = api(platform.url, undefined)
    expect((await nobody.get('/healthz')).status).toBe(200)
    expect((await nobody.get('/readyz')).status).toBe(200)
  })

  test('status names six services and four servers, all ready', async () => {
    const status = await platformStatus(dataDir)
    expect(status.ready).toBe(true)
    expect(status.services.map(({ name }) => name).sort()).toEqual([
      ...['clients', 'gateway', 'invoices', 'numbering', 'pdf', 'webhooks'],
    ])
    expect(status.servers.map(({ name }) => name).sort()).toEqual(['mongodb', 'nats', 'postgres', 's3'])
    for (const part of [...status.services, ...status.servers]) expect(part).toMatchObject({ ready: true })
  })

  test.each(['clients', 'invoices', 'numbering'])(
    'while %s is stopped creates answer 503 within 10 s, and succeed when it is back',
    async (name) => {
      const id = record(await demo.post('/v1/clients', { company_name: 'Waiting', type: 'Company' }))._id
      const body = { client_id: id, items: [{ title: 'Work' }] }
      const { pid } = (await platformStatus(dataDir)).services.find((service) => service.name === name) ?? {}
      if (typeof pid !== 'number') throw new Error(`${name} has no pid`)
      process.kill(pid, 'SIGSTOP')
      try {
        const answer = await demo.post('/v1/invoices', body)
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
        expect(errorOf(answer)).not.toMatch(/127\.0\.0\.1|ECONN|at /)
      } finally {
        process.kill(pid, 'SIGCONT')
      }
      await eventually(async () => (await demo.post('/v1/invoices', body)).status === 201, { within: 10_000 })
    },
    60_000,
  )

  test.each(['clients', 'invoices', 'numbering', 'gateway', 'webhooks', 'pdf'])(
    'a killed %s is started again',
    async (name) => {
      const pidOf = async () => (await platformStatus(dataDir)).services.find((one) => one.name === name)?.pid
      const before = await pidOf()
      if (typeof before !== 'number') throw new Error(`${name} has no pid`)
      process.kill(before, 'SIGKILL')
      await eventually(
        async () => {
          const status = await platformStatus(dataDir)
          return status.ready && (await pidOf()) !== before
        },
        { within: 30_000 },
      )
      expect((await demo.get('/v1/invoices')).status).toBe(200)
    },
    60_000,
  )

  test.each(['postgres', 'mongodb', 'nats', 's3'])(
    'a killed %s comes back and nothing is lost',
    async (name) => {
      const count = list(await demo.get('/v1/invoices?limit=100')).length
      const { pid } = (await platformStatus(dataDir)).servers.find((server) => server.name === name) ?? {}
      if (typeof pid === 'number') process.kill(pid, 'SIGKILL')
      await eventually(async () => (await platformStatus(dataDir)).ready, { within: 60_000 })
      const id = record(await demo.post('/v1/clients', { company_name: 'After', type: 'Company' }))._id
      expect((await demo.post('/v1/invoices', { client_id: id, items: [{ title: 'x' }] })).status).toBe(201)
      expect(list(await demo.get('/v1/invoices?limit=100'))).toHaveLength(count + 1)
    },
    90_000,
  )

  test('a revoked key stops working within 5 s', async () => {
    const company = JSON.parse(
      (await admin(dataDir, 'company', 'create', '--name', 'Revoked', '--json')).stdout,
    )
    const made = JSON.parse(
      (await admin(dataDir, 'key', 'create', '--company', company.company, '--json')).stdout,
    )
    const own = api(platform.url, made.api_key)
    expect((await own.get('/v1/clients')).status).toBe(200)
    await admin(dataDir, 'key', 'revoke', '--key', made.key)
    await eventually(async () => (await own.get('/v1/clients')).status === 401, { within: 5_000 })
    expect((await api(platform.url, company.api_key).get('/v1/clients')).status).toBe(200)
  })

  test('a key gets 100 requests in a minute, and the refused ones carry no header about it', async () => {
    const company = JSON.parse(
      (await admin(dataDir, 'company', 'create', '--name', 'Limit', '--json')).stdout,
    )
    const own = api(platform.url, company.api_key)
    const answers = await Promise.all(Array.from({ length: 130 }, () => own.get('/v1/clients?limit=1')))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(100)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
    const refused = answers.find(({ status }) => status === 429)
    expect([...(refused?.headers.keys() ?? [])].filter((name) => /limit|retry/i.test(name))).toEqual([])
  })

  test(
    'a stop leaves no process, and a start finds everything again',
    async () => {
      const before = list(await demo.get('/v1/invoices?limit=100'))
      const pids = await everyPid()
      expect(await platform.stop()).toBe(0)
      expect(pids.filter(alive)).toEqual([])

      const secrets = readFileSync(join(dataDir, 'secrets.json'), 'utf8')
      platform = await startPlatform({ dataDir })
      demo = api(platform.url, platform.demoKey)
      expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe(secrets)
      expect(list(await demo.get('/v1/invoices?limit=100'))).toEqual(before)
    },
    START_MS,
  )

  test(
    'the death of the launcher ends everything',
    async () => {
      const pids = await everyPid()
      process.kill(platform.pid, 'SIGKILL')
      await eventually(() => pids.every((pid) => !alive(pid)), { within: 10_000 })
      platform = await startPlatform({ dataDir })
      expect((await platformStatus(dataDir)).ready).toBe(true)
    },
    START_MS,
  )
})
