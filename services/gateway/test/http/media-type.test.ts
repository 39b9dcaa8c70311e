import { describe, expect, test } from '@jest/globals'
import { requireJson } from '../../src/entrypoints/http/body/media-type.ts'

const refused = (headers: Record<string, string>) => () => requireJson({ 'content-length': '2', ...headers })

describe('the type of a body', () => {
  test.each([
    'application/json',
    'Application/JSON',
    ' application/json ',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json; charset=utf8; version=1',
    'application/json ; profile="https://example.com/a;b"',
  ])('may be %s', (type) => {
    expect(refused({ 'content-type': type })).not.toThrow()
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/json-patch+json',
    'application/vnd.api+json',
    'application/json, text/plain',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
    'application/json; charset=utf-8; charset=latin1',
    'json',
    '',
    ';;;',
  ])('may not be %j', (type) => {
    expect(refused({ 'content-type': type })).toThrow('content-type must be application/json, in UTF-8')
  })

  test('must be there when there is a body', () => {
    expect(refused({})).toThrow('content-type must be application/json')
    expect(() => requireJson({ 'transfer-encoding': 'chunked' })).toThrow(
      'content-type must be application/json',
    )
    expect(() => requireJson({ 'content-length': '0' })).not.toThrow()
    expect(() => requireJson({})).not.toThrow()
  })

  test('goes with no compression', () => {
    const type = { 'content-type': 'application/json' }
    expect(refused({ ...type, 'content-encoding': 'gzip' })).toThrow('content-encoding is not supported')
    expect(refused({ ...type, 'content-encoding': 'identity' })).not.toThrow()
  })
})
