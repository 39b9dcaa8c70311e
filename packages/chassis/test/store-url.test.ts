import { describe, expect, it } from '@jest/globals'
import { ConfigError, readEnvironment, urlOf } from '../src/config.ts'

const read = (URL: string) =>
  readEnvironment({ URL }, { URL: urlOf('mongodb')({ desc: 'where MongoDB is' }) }).URL

describe('the URL of a store', () => {
  it.each([
    'mongodb://127.0.0.1:27017',
    'mongodb://user:p%40ss@db.example:27017/?authMechanism=PLAIN',
    'mongodb://user:p,w@a.example:27017,b.example:27017,c.example/invoicing?replicaSet=rs0',
  ])('may name one host or those of a cluster: %s', (url) => {
    expect(read(url)).toBe(url)
  })

  it.each(['postgres://127.0.0.1:5432', '127.0.0.1:27017', 'mongodb://a:port,b:port'])(
    'is refused with a line that names the variable: %s',
    (url) => {
      expect(() => read(url)).toThrow(ConfigError)
      expect(() => read(url)).toThrow(/^URL is wrong: .*where MongoDB is\.$/)
    },
  )
})
