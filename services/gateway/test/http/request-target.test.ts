import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import { requestTarget } from '../../src/entrypoints/http/request-target.ts'

function target(url: string): string {
  const request = new IncomingMessage(new Socket())
  request.url = url
  return requestTarget(request)
}

describe('the target of a request', () => {
  test.each([
    ['/v1/clients?limit=5', '/v1/clients?limit=5'],
    ['/v1/clients/%C3%A9', '/v1/clients/%C3%A9'],
    ['*', '*'],
  ])('stays as it is: %s', (url, expected) => {
    expect(target(url)).toBe(expected)
  })

  test.each([
    ['/v1/clients/%zz', '/v1/clients/%25zz'],
    ['/v1/clients/%', '/v1/clients/%25'],
    ['/v1/clients/%ff?cursor=%zz', '/v1/clients/%25ff?cursor=%zz'],
  ])('is mended where it is not encoded: %s', (url, expected) => {
    expect(target(url)).toBe(expected)
    expect(() => decodeURI(target(url).split('?')[0] ?? '')).not.toThrow()
  })

  test.each([
    ['http://example.com/v1/clients?a=b', '/v1/clients?a=b'],
    ['HTTPS://example.com:8080', '/'],
    ['http://example.com?a=b', '/?a=b'],
  ])('has no origin: %s', (url, expected) => {
    expect(target(url)).toBe(expected)
  })
})
