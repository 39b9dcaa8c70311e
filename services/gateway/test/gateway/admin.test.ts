import { status as GrpcStatus } from '@grpc/grpc-js'
import { newId } from '@invoicing/contracts'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { adminCaller } from '../fixtures/admin.ts'
import { ADMIN_TOKEN, GatewayUnderTest } from '../fixtures/gateway.ts'

let gateway: GatewayUnderTest
const open: ReturnType<typeof adminCaller>[] = []
const admin = (authorization?: string) => {
  const caller = adminCaller(gateway.service.grpcAddress, authorization)
  open.push(caller)
  return caller
}
beforeAll(async () => {
  gateway = await GatewayUnderTest.start()
})
afterAll(async () => {
  for (const caller of open) caller.close()
  await gateway.stop()
})

describe('the admin service', () => {
  test.each([
    ['none', undefined],
    ['an empty one', ''],
    ['the token without its scheme', ADMIN_TOKEN],
    ['another', 'Bearer wrong'],
    ['a longer one', `Bearer ${ADMIN_TOKEN}x`],
  ])('takes no call with %s as token, whichever the method', async (_what, authorization) => {
    const caller = admin(authorization)
    const companyId = newId('company')
    const calls = [
      caller.createCompany({ name: 'A' }),
      caller.createKey({ companyId }),
      caller.listKeys({ companyId }),
      caller.revokeKey({ keyId: newId('apiKey') }),
      caller.listReviews({ companyId, limit: 1 }),
      caller.resolveReview({ reviewId: newId('review'), decision: 'REVIEW_DECISION_REJECT' }),
    ]
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: GrpcStatus.UNAUTHENTICATED } })
    }
  })

  test('names what is wrong as the admin command spells it, and makes nothing', async () => {
    const before = await gateway.pool.query('SELECT FROM companies')
    await expect(
      admin(`Bearer ${ADMIN_TOKEN}`).createCompany({ name: 'A', paymentTerms: -1 }),
    ).rejects.toMatchObject({
      code: GrpcStatus.INVALID_ARGUMENT,
      details: 'payment-terms must be a whole number of days from 0 to 3650',
    })
    expect((await gateway.pool.query('SELECT FROM companies')).rowCount).toBe(before.rowCount)
  })

  test('finds no company and no key that is not there', async () => {
    const caller = admin(`Bearer ${ADMIN_TOKEN}`)
    const companyId = newId('company')
    const notFound = { code: GrpcStatus.NOT_FOUND }
    await expect(caller.createKey({ companyId })).rejects.toMatchObject({
      ...notFound,
      details: 'Company not found',
    })
    await expect(caller.listKeys({ companyId })).rejects.toMatchObject({
      ...notFound,
      details: 'Company not found',
    })
    await expect(caller.listReviews({ companyId, limit: 1 })).rejects.toMatchObject(notFound)
    await expect(caller.revokeKey({ keyId: newId('apiKey') })).rejects.toMatchObject({
      ...notFound,
      details: 'Key not found',
    })
  })

  test('gives no key to a company whose settings could not be made', async () => {
    // Its peers are away.
    await expect(admin(`Bearer ${ADMIN_TOKEN}`).createCompany({ name: 'A' })).rejects.toMatchObject({
      code: GrpcStatus.UNAVAILABLE,
    })
    expect((await gateway.pool.query('SELECT FROM api_keys')).rowCount).toBe(0)
  })
})
