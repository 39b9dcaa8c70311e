import { describe, expect, test } from '@jest/globals'
import { api, errorOf } from '../src/api.ts'
import { newCompany, platformUnderTest } from '../src/company.ts'

const { url } = platformUnderTest()

describe('section 5: every request carries a key', () => {
  test.each([
    ['no header', {}],
    ['an unknown key', { authorization: 'Bearer ik_0000000000000000000000000000000000000000' }],
    ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
    ['no key after the scheme', { authorization: 'Bearer ' }],
    ['two words', { authorization: 'Bearer a b' }],
  ])('%s is 401 with WWW-Authenticate', async (_, headers) => {
    const answer = await api(url, undefined).send('GET', '/v1/clients', {
      headers: headers as Record<string, string>,
    })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    expect(errorOf(answer)).not.toBe('')
  })

  test('under /v1 a missing key comes before an unknown path, a wrong method and a bad body', async () => {
    const nobody = api(url, undefined)
    expect((await nobody.get('/v1/nothing')).status).toBe(401)
    expect((await nobody.send('PUT', '/v1/clients')).status).toBe(401)
    expect((await nobody.post('/v1/clients', '{')).status).toBe(401)
    expect((await nobody.get('/nothing')).status).toBe(404)
  })

  test('the scheme is case-insensitive', async () => {
    const own = await newCompany({ name: 'Case' })
    const answer = await own.get('/v1/clients')
    expect(answer.status).toBe(200)
  })
})
