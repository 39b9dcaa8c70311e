import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { addressPolicy } from '../src/domain/address-policy.ts'
import { parseCidrs } from '../src/domain/cidr.ts'
import { FINE_HOSTS, HOSTILE_LITERALS, HOSTILE_NAMES } from './spellings.ts'

const closed = addressPolicy([])
const opening = (cidrs: string) => addressPolicy(parseCidrs(cidrs))
const hostOf = (spelling: string) => new URL(`http://${spelling}/`).hostname

describe('a host that can only be internal', () => {
  it.each(Object.entries(HOSTILE_LITERALS))('is refused in every spelling: %s', (_, spellings) => {
    for (const spelling of spellings)
      expect([spelling, closed.mayBeDialable(hostOf(spelling))]).toEqual([spelling, false])
  })

  it.each(HOSTILE_NAMES)('is refused by its name: %s', (name) => {
    expect(closed.mayBeDialable(hostOf(name))).toBe(false)
  })

  it('is known in more than 200 spellings, none of them twice', () => {
    const all = [...Object.values(HOSTILE_LITERALS).flat(), ...HOSTILE_NAMES]
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBeGreaterThan(200)
  })

  it.each(FINE_HOSTS)('is not %s', (host) => {
    expect(closed.mayBeDialable(hostOf(host))).toBe(true)
  })

  it('is found out whatever the radix and the number of parts of its address', () => {
    fc.assert(
      fc.property(internalIpv4, spelling, (address, spell) => {
        expect(closed.mayBeDialable(hostOf(spell(address)))).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('an address that a resolver gives', () => {
  it.each([
    ['8.8.8.8', true],
    ['2606:4700:4700::1111', true],
    ['::ffff:8.8.8.8', true],
    ['::FFFF:808:808', true],
    ['64:ff9b::808:808', true],
    ['127.0.0.1', false],
    ['10.0.0.1', false],
    ['169.254.169.254', false],
    ['::1', false],
    ['::', false],
    ['fe80::1', false],
    ['fe80::1%eth0', false],
    ['2606:4700:4700::1111%eth0', false],
    ['::ffff:127.0.0.1', false],
    ['::127.0.0.1', false],
    ['::8.8.8.8', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    ['fd00::1', false],
  ])('%s is dialable: %s', (address, dialable) => {
    expect(closed.isDialable(address)).toBe(dialable)
  })

  // What is no plain address is no resolver's answer: who reads it in another way must not matter.
  it.each([
    '',
    'example.com',
    'localhost',
    '8.8.8',
    '134744072',
    '0x08.8.8.8',
    '08.8.8.8',
    '8.8.8.8 ',
    ' 8.8.8.8',
    '8.8.8.8.',
    '8.8.8.8/32',
    '8.8.8.256',
    '8.8.8.8:80',
    '[2606:4700:4700::1111]',
    '2606:4700:4700::1111]:80@[::1',
    '2606:4700:4700::1111/128',
    '2606:4700:4700::11111',
    '2606:4700::4700::1111',
    ':',
    '::ffff:8.8.8',
    '::ffff:010.8.8.8',
    '８.8.8.8',
  ])('%j is no address, and refused', (text) => {
    expect(closed.isDialable(text)).toBe(false)
  })

  it('is judged alike as IPv4 and as IPv4-mapped and NAT64 IPv6', () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), (number) => {
        const dotted = dottedOf(number)
        const dialable = closed.isDialable(dotted)
        expect(closed.isDialable(`::ffff:${dotted}`)).toBe(dialable)
        expect(closed.isDialable(`64:ff9b::${dotted}`)).toBe(dialable)
        expect(closed.isDialable(`::${dotted}`)).toBe(false)
        expect(closed.isDialable(`::ffff:0:${dotted}`)).toBe(false)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('what an operator opens', () => {
  it('is loopback for npm start: its addresses and names in every spelling, and nothing else', () => {
    const policy = opening('127.0.0.0/8,::1/128')
    const open = [
      ...[
        '127.0.0.1',
        '127.255.255.254',
        '0x7f.1',
        '2130706433',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '127.0.0.1:9000',
      ],
      ...['localhost', 'LOCALHOST.', 'hooks.localhost', 'localhost:9000'],
    ]
    for (const host of open) expect([host, policy.mayBeDialable(hostOf(host))]).toEqual([host, true])
    const shut = [
      ...['10.0.0.1', '169.254.169.254', '0.0.0.0', '[::]', '[::2]', '[fd00::1]', '[64:ff9b::127.0.0.1]'],
      ...['[2002:7f00:1::]', '[::127.0.0.1]', 'printer.local', 'metadata.google.internal'],
    ]
    for (const host of shut) expect([host, policy.mayBeDialable(hostOf(host))]).toEqual([host, false])
  })

  it('is one family when only that one is named, and localhost is then taken all the same', () => {
    const policy = opening('::1/128')
    expect(policy.isDialable('::1')).toBe(true)
    expect(policy.isDialable('127.0.0.1')).toBe(false)
    expect(policy.mayBeDialable('localhost')).toBe(true)
  })

  it('ends where the range ends', () => {
    const policy = opening('10.1.0.0/16, 192.168.7.7/32, fd00:1::/32')
    for (const address of [
      '10.1.0.0',
      '10.1.255.255',
      '192.168.7.7',
      'fd00:1::1',
      'fd00:1:ffff::',
      '::ffff:10.1.2.3',
    ])
      expect([address, policy.isDialable(address)]).toEqual([address, true])
    for (const address of [
      '10.0.255.255',
      '10.2.0.0',
      '192.168.7.6',
      '192.168.7.8',
      'fd00:2::',
      '127.0.0.1',
      '::1',
    ])
      expect([address, policy.isDialable(address)]).toEqual([address, false])
  })

  it('makes internal names possible, as they may lie in it, but not localhost', () => {
    const policy = opening('10.0.0.0/8')
    expect(policy.mayBeDialable('billing.internal')).toBe(true)
    expect(policy.mayBeDialable('billing.default.svc.cluster.local')).toBe(true)
    expect(policy.mayBeDialable('localhost')).toBe(false)
  })

  it('can be everything', () => {
    const policy = opening('0.0.0.0/0,::/0')
    for (const address of ['0.0.0.0', '127.0.0.1', '255.255.255.255', '::', 'fe80::1', '2002::'])
      expect([address, policy.isDialable(address)]).toEqual([address, true])
  })
})

const dottedOf = (number: number) => [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.')

/** Addresses from everywhere in the internal ranges. */
const internalIpv4 = fc
  .constantFrom(
    '127.0.0.0/8',
    '10.0.0.0/8',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '169.254.0.0/16',
    '100.64.0.0/10',
  )
  .chain((cidr) => {
    const [network = '', bits = ''] = cidr.split('/')
    const first = network.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0)
    return fc.nat(2 ** (32 - Number(bits)) - 1).map((offset) => first + offset)
  })

/** One of the ways in which inet_aton takes an IPv4 address: one to four parts, each in its own radix. */
const spelling = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.array(fc.constantFrom(8, 10, 16), { minLength: 4, maxLength: 4 }))
  .map(([parts, radixes]) => (address: number) => {
    const octets = [24, 16, 8, 0].map((shift) => (address >>> shift) & 255)
    const last = octets.slice(parts - 1).reduce((sum, octet) => sum * 256 + octet, 0)
    return [...octets.slice(0, parts - 1), last]
      .map((part, index) => inRadix(part, radixes[index] ?? 10))
      .join('.')
  })

function inRadix(part: number, radix: number): string {
  if (radix === 8) return `0${part.toString(8)}`
  return radix === 16 ? `0x${part.toString(16)}` : String(part)
}
