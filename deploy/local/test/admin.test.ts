import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { status } from '@grpc/grpc-js'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { prepareDataDir } from '../src/data-dir.ts'
import { identify } from '../src/process-identity.ts'
import { ensureSecrets } from '../src/secrets.ts'
import { writeState } from '../src/state.ts'
import { AdminServiceUnderTest } from './fixtures/admin-service.ts'

const ADMIN = fileURLToPath(new URL('../src/admin.ts', import.meta.url))
const COMPANY = `company_${'0'.repeat(26)}`
const KEY = `key_${'0'.repeat(26)}`
const REVIEW = `review_${'0'.repeat(26)}`
const CLIENT = `client_${'0'.repeat(26)}`
const at = new Date('2026-01-31T12:00:00.000Z')
const token = 'the token of the tests'

const review = {
  id: REVIEW,
  companyId: COMPANY,
  kind: 'REVIEW_KIND_CREATE',
  clientId: CLIENT,
  flaggedFields: ['company_name'],
  fields: { companyName: 'bad \u001b[31mwords', type: 'CLIENT_TYPE_COMPANY', postalCode: '75001' },
  createdAt: at,
}

let service: AdminServiceUnderTest
let dataDir: string

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'invoicing-admin-'))
  const key = { id: KEY, companyId: COMPANY, lastFour: 'wxyz', createdAt: at }
  service = new AdminServiceUnderTest({
    createCompany: ({ name }: { name: string }) => {
      if (name === 'wrong') throw { code: status.INVALID_ARGUMENT, details: 'name must not be wrong' }
      return { companyId: COMPANY, apiKey: 'ik_once' }
    },
    createKey: () => ({ keyId: KEY, apiKey: 'ik_once' }),
    listKeys: () => ({ keys: [key, { ...key, revokedAt: at }] }),
    revokeKey: () => ({ key: { ...key, revokedAt: at } }),
    listReviews: ({ after }: { after?: string }) =>
      after === undefined ? { reviews: [review], next: 'second page' } : { reviews: [review] },
    resolveReview: ({ decision }: { decision: string }) =>
      decision === 'REVIEW_DECISION_APPROVE' ? { client: { id: CLIENT } } : {},
  })
  await service.listen()
})

afterEach(() => {
  service.close()
  rmSync(dataDir, { recursive: true, force: true })
})

interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const { ADMIN_ADDRESS: _address, ADMIN_TOKEN: _token, ...rest } = process.env
  execFile(
    process.execPath,
    [ADMIN, ...args],
    { env: { ...rest, ...env }, timeout: 25_000 },
    (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }),
  )
  return promise
}

const admin = (...args: string[]) =>
  run(args, { DATA_DIR: dataDir, ADMIN_ADDRESS: service.address, ADMIN_TOKEN: token })

function expectOneLine({ code, stdout, stderr }: Outcome, text: RegExp | string): void {
  expect({ code, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({
    code: 1,
    stdout: '',
    lines: 1,
  })
  expect(stderr).toMatch(text)
}

describe('with --json', () => {
  test('company create prints the company and its key, and passes on every flag', async () => {
    const flags = [
      '--prefix',
      '2026/',
      '--currency',
      'JPY',
      '--payment-terms',
      '0',
      '--time-zone',
      'Asia/Tokyo',
    ]
    const answer = await admin('company', 'create', '--name', 'Acme', ...flags, '--locale', 'ja-JP', '--json')
    expect(answer).toEqual({ code: 0, stdout: `{"company":"${COMPANY}","api_key":"ik_once"}\n`, stderr: '' })
    expect(service.asked).toEqual([
      {
        method: 'createCompany',
        request: {
          name: 'Acme',
          prefix: '2026/',
          currency: 'JPY',
          paymentTerms: 0,
          timeZone: 'Asia/Tokyo',
          locale: 'ja-JP',
        },
        token: `Bearer ${token}`,
      },
    ])
  })

  test('company create leaves what is not given to the platform, and tells an empty prefix from none', async () => {
    await admin('company', 'create', '--name', 'Acme', '--json')
    await admin('company', 'create', '--name', 'Acme', '--prefix=', '--json')
    expect(service.asked.map(({ request }) => Reflect.get(Object(request), 'prefix'))).toEqual([
      undefined,
      '',
    ])
    expect(service.asked[0]?.request).toMatchObject({ paymentTerms: undefined, currency: undefined })
  })

  test('key create, list and revoke print what the contract says', async () => {
    const created = await admin('key', 'create', '--company', COMPANY, '--json')
    expect(created.stdout).toBe(`{"key":"${KEY}","api_key":"ik_once"}\n`)
    const row = {
      key: KEY,
      company: COMPANY,
      last_four: 'wxyz',
      created_at: at.toISOString(),
      revoked_at: null,
    }
    const revoked = { ...row, revoked_at: at.toISOString() }
    const listed = await admin('key', 'list', '--company', COMPANY, '--json')
    expect(JSON.parse(listed.stdout)).toEqual({ keys: [row, revoked] })
    expect(JSON.parse((await admin('key', 'revoke', '--key', KEY, '--json')).stdout)).toEqual(revoked)
  })

  test('review list prints all pages, and approve and reject what became of the write', async () => {
    const listed = JSON.parse((await admin('review', 'list', '--json')).stdout)
    expect(listed.reviews).toHaveLength(2)
    expect(listed.reviews[0]).toMatchObject({
      review: REVIEW,
      company: COMPANY,
      kind: 'create',
      client: CLIENT,
      flagged: ['company_name'],
      fields: { type: 'Company', postal_code: '75001', email: null },
    })
    const approved = await admin('review', 'approve', '--review', REVIEW, '--json')
    expect(JSON.parse(approved.stdout)).toEqual({ review: REVIEW, decision: 'approved', client: CLIENT })
    const rejected = await admin('review', 'reject', '--review', REVIEW, '--json')
    expect(JSON.parse(rejected.stdout)).toEqual({ review: REVIEW, decision: 'rejected', client: null })
  })
})

test('without --json people get columns, and no control characters of somebody else', async () => {
  expect((await admin('company', 'create', '--name', 'Acme')).stdout).toMatch(
    /^Company {2}company_0+\nAPI key {2}ik_once\n/,
  )
  expect((await admin('key', 'list', '--company', COMPANY)).stdout).toMatch(
    /^KEY +ENDS IN +CREATED +REVOKED\nkey_0+ +wxyz/,
  )
  const { stdout } = await admin('review', 'list', '--company', COMPANY)
  expect(stdout).toContain('company_name: bad \uFFFD[31mwords')
  expect(stdout).not.toContain('\u001b')
})

test('--help prints every command', async () => {
  const { code, stdout } = await admin('--help')
  expect(code).toBe(0)
  for (const name of [
    'company create',
    'key create',
    'key list',
    'key revoke',
    'review list',
    'review approve',
    'review reject',
  ]) {
    expect(stdout).toContain(`  ${name} `)
  }
})

test('what is wrong is told in one line, by whoever finds it', async () => {
  expectOneLine(await admin('company', 'delete'), 'unknown command "company delete"')
  expectOneLine(await admin('company', 'create', '--name', 'wrong', '--json'), 'name must not be wrong')
})

describe('the platform', () => {
  const running = (adminAddress: string) => {
    prepareDataDir(dataDir)
    writeState(dataDir, {
      launcher: identify(process.pid),
      ready: true,
      url: 'http://127.0.0.1:1',
      localUrl: 'http://127.0.0.1:1',
      adminAddress,
      services: [],
      servers: [],
    })
    return ensureSecrets(dataDir).ADMIN_TOKEN
  }

  test('is the one that runs on DATA_DIR', async () => {
    const kept = running(service.address)
    const { code } = await run(['review', 'list', '--json'], { DATA_DIR: dataDir })
    expect(code).toBe(0)
    expect(service.asked[0]?.token).toBe(`Bearer ${kept}`)
  })

  test('that does not run is told in one line', async () => {
    expectOneLine(await run(['review', 'list'], { DATA_DIR: dataDir }), /no platform runs on .*npm start/)
  })

  test('that does not answer is told in one line', async () => {
    running(service.address)
    service.close()
    expectOneLine(await run(['review', 'list'], { DATA_DIR: dataDir }), /the platform does not answer/)
  })

  test('of ADMIN_ADDRESS needs ADMIN_TOKEN', async () => {
    const env = { DATA_DIR: dataDir, ADMIN_ADDRESS: service.address }
    expectOneLine(await run(['review', 'list'], env), /ADMIN_TOKEN is not set/)
    expectOneLine(
      await run(['review', 'list'], { ...env, ADMIN_ADDRESS: 'nowhere', ADMIN_TOKEN: token }),
      /write host:port/,
    )
  })
})
