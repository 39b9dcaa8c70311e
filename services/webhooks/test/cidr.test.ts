import { describe, expect, it } from '@jest/globals'
import { parseCidrs } from '../src/domain/cidr.ts'

describe('a list of address ranges', () => {
  it('is parted by commas, of both families', () => {
    const parsed = parseCidrs('10.0.0.0/8, ::1/128 ,FD00:1:0::/32,0.0.0.0/0')
    expect(parsed.map(({ first, bits }) => `${first.toString()}/${bits}`)).toEqual([
      '10.0.0.0/8',
      '::1/128',
      'fd00:1::/32',
      '0.0.0.0/0',
    ])
  })

  it.each([
    '',
    '10.0.0.0',
    '10.0.0.0/33',
    '10.0.0.0/08',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10/8',
    '10.0.0/8',
    '012.0.0.0/8',
    'localhost/8',
    '::1/129',
    '[::1]/128',
    'fe80::%eth0/64',
    '::ffff:127.0.0.0/104',
    '10.0.0.0/8,',
    '10.0.0.0/8;::1/128',
  ])('is not %j', (text) => {
    expect(() => parseCidrs(text)).toThrow('is not a range such as 10.1.0.0/16 or fd00:1::/32')
  })

  it.each([
    ['10.0.0.1/8', '10.0.0.0'],
    ['127.0.0.1/8', '127.0.0.0'],
    ['192.168.1.128/24', '192.168.1.0'],
    ['fd00:1::1/32', 'fd00:1::'],
    ['1.2.3.4/0', '0.0.0.0'],
  ])('has no range that begins within: %s', (text, network) => {
    expect(() => parseCidrs(text)).toThrow(`"${text}" does not begin at ${network}`)
  })
})
