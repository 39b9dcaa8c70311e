import { describe, expect, it } from '@jest/globals'
import { addressPolicy } from '../src/domain/address-policy.ts'
import { parseCidrs } from '../src/domain/cidr.ts'
import { receiverUrl } from '../src/domain/receiver-url.ts'
import { FINE_HOSTS, HOSTILE_LITERALS, HOSTILE_NAMES } from './spellings.ts'

const closed = addressPolicy([])
const read = (url: string) => receiverUrl(url, closed)
const withLength = (length: number, character = 'a') => {
  const start = 'https://example.com/'
  return start + character.repeat(length - start.length)
}

describe('the url of a subscription', () => {
  it.each([
    'http://example.com',
    'https://example.com/',
    'HTTPS://EXAMPLE.COM/Path?query=a,b&c[]=d#fragment',
    'https://example.com:8443/hooks/../x//y',
    'https://example.com?x',
    'https://bücher.example/ü/日本語/🎉',
    'https://my_host.example.com/',
    'https://example.com/%00%0a',
    'https://example.com/@user:pass',
  ])('may be %s, and is kept as given', (url) => {
    expect(read(url)).toBe(url)
    expect(read(` \t${url}\n`)).toBe(url)
  })

  it.each([
    '',
    '   ',
    'example.com',
    '/hooks',
    '//example.com/',
    'http:',
    'http:/',
    'http://',
    'http:///',
    'http://?x',
    'http://#x',
    'http://:80/',
    'http:example.com',
    'https:/example.com',
    'https:///example.com/',
    'https:\\\\example.com\\',
    'https://example.com\\@10.0.0.1/',
    'https://exa\nmple.com/',
    'https://exa\tmple.com/',
    'ht\ntps://example.com/',
    'https://example.com/a b',
    'https://example.com/\0',
    'https://example.com/\u0085',
    'https://example.com:65536/',
    'https://example.com:port/',
    'https://exa mple.com/',
    'https://[::1/',
    'https://[fe80::1%25eth0]/',
    'https://1.2.3.256/',
    'https://a<b>/',
    'https://%00/',
    'ftp://example.com/',
    'ws://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/plain,x',
    'gopher://example.com/',
    'httpss://example.com/',
    'blob:https://example.com/x',
  ])('is refused when it is no absolute http or https URL: %j', (url) => {
    expect(() => read(url)).toThrow('url must be an absolute http or https URL')
  })

  it.each([
    'http://a..b/',
    'http://.example.com/',
    'http://localhost../',
    'http://127.0.0.1../',
    `http://${'a'.repeat(64)}.com/`,
    `http://${'a.'.repeat(127)}com/`,
  ])('is refused when no DNS can hold its host: %s', (url) => {
    expect(() => read(url)).toThrow('url must have a host name that can exist')
  })

  it.each([
    'https://user@example.com/',
    'https://user:pass@example.com/',
    'https://:pass@example.com/',
    'https://example.com@10.0.0.1/',
    'https://%75@example.com/',
  ])('is refused with a user name or a password: %s', (url) => {
    expect(() => read(url)).toThrow('url must not hold a user name or password')
  })

  it('has at most 2,048 characters, however many bytes they take', () => {
    expect(read(withLength(2_048))).toHaveLength(2_048)
    expect(Array.from(read(withLength(2_048, '🎉')))).toHaveLength(2_048)
    expect(read(`  ${withLength(2_048)}  `)).toHaveLength(2_048)
    expect(() => read(withLength(2_049))).toThrow('url must be at most 2048 characters')
  })

  it('is refused for every host that can only be internal, and for no other', () => {
    for (const host of [...Object.values(HOSTILE_LITERALS).flat(), ...HOSTILE_NAMES]) {
      expect(() => read(`https://${host}/hook`)).toThrow('url must not be an internal address')
    }
    for (const host of FINE_HOSTS) expect(read(`https://${host}/hook`)).toBe(`https://${host}/hook`)
  })

  it('may be one of this machine where loopback is open', () => {
    const policy = addressPolicy(parseCidrs('127.0.0.0/8,::1/128'))
    for (const url of ['http://localhost:9000/hook', 'http://127.0.0.1:9000/', 'http://[::1]/'])
      expect(receiverUrl(url, policy)).toBe(url)
    expect(() => receiverUrl('http://10.0.0.1/', policy)).toThrow('url must not be an internal address')
  })
})
