import { describe, expect, test } from '@jest/globals'
import { str } from 'envalid'
import fc from 'fast-check'
import { createLog } from '../src/log.ts'
import {
  address,
  ConfigError,
  commonSettings,
  portNumber,
  positiveInteger,
  readEnvironment,
  secret,
  text,
  urlOf,
} from '../src/mod.ts'

/** The lines for the operator that an environment is answered with. */
function faultsOf(env: NodeJS.ProcessEnv, specs: Parameters<typeof readEnvironment>[1]): string[] {
  try {
    readEnvironment(env, specs)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
}

const SPECS = {
  ...commonSettings,
  DATABASE_URL: urlOf('postgres', 'postgresql')({ desc: 'the URL of the database' }),
  SIZE: positiveInteger({ desc: 'a number of things', default: 20 }),
  TOKEN: secret({ desc: 'what the peers share' }),
}
const SOUND = { DATABASE_URL: 'postgres://u:p@localhost:5432/d', TOKEN: 'x'.repeat(16) }

describe('the environment', () => {
  test('is read once into frozen values, with the defaults filled in', () => {
    const config = readEnvironment({ ...SOUND, LOG_LEVEL: 'warn' }, SPECS)
    expect(config).toEqual({ ...SOUND, LOG_LEVEL: 'warn', SIZE: 20, GRPC_ADDRESS: '127.0.0.1:50051' })
    expect(Object.isFrozen(config)).toBe(true)
  })

  test('with several faults names every variable with its remedy, one line each', () => {
    expect(faultsOf({ DATABASE_URL: 'mysql://localhost', SIZE: '0' }, SPECS)).toEqual([
      'DATABASE_URL is wrong: it is not a postgres or postgresql URL. It is the URL of the database.',
      'SIZE is wrong: "0" is not a whole number from 1 to 1000000000. It is a number of things.',
      'TOKEN is not set. It is what the peers share.',
    ])
  })

  test('that leaves a variable empty leaves it out', () => {
    expect(faultsOf({ ...SOUND, TOKEN: '' }, SPECS)).toEqual([
      'TOKEN is not set. It is what the peers share.',
    ])
    expect(readEnvironment({ ...SOUND, SIZE: '' }, SPECS).SIZE).toBe(20)
  })

  test('never shows the value of a secret in a fault', () => {
    expect(faultsOf({ ...SOUND, TOKEN: 'short-secret' }, SPECS).join()).not.toContain('short-secret')
    const url = 'postgres//user:hunter2@localhost'
    expect(faultsOf({ ...SOUND, DATABASE_URL: url }, SPECS).join()).not.toContain('hunter2')
  })

  test('may name any log level there is, and no other', () => {
    for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'silent']) {
      expect(readEnvironment({ ...SOUND, LOG_LEVEL: level }, SPECS).LOG_LEVEL).toBe(level)
      expect(createLog('test', readEnvironment({ ...SOUND, LOG_LEVEL: level }, SPECS).LOG_LEVEL).level).toBe(
        level,
      )
    }
    const [fault] = faultsOf({ ...SOUND, LOG_LEVEL: 'loud' }, SPECS)
    expect(fault).toMatch(/^LOG_LEVEL is wrong: .*loud.*trace, debug, info, warn, error, silent/)
  })
})

describe('a setting', () => {
  const value = <T>(validator: { _parse(text: string): T }, text: string): T | 'wrong' => {
    try {
      return validator._parse(text)
    } catch {
      return 'wrong'
    }
  }

  test('for a port is 0 to 65535', () => {
    const spec = portNumber({ desc: 'd' })
    fc.assert(fc.property(fc.integer({ min: 0, max: 65_535 }), (port) => value(spec, String(port)) === port))
    for (const text of ['-1', '65536', '80.5', '1e3', ' 80', '0x50', 'http', '٨٠'])
      expect(value(spec, text)).toBe('wrong')
  })

  test('for an address is host:port or a target that gRPC resolves', () => {
    const spec = address({ desc: 'd' })
    for (const text of [
      '127.0.0.1:50051',
      'clients:50051',
      '[::1]:50051',
      'dns:///clients.svc:50051',
      '0.0.0.0:0',
    ]) {
      expect(value(spec, text)).toBe(text)
    }
    for (const text of [
      'clients',
      'http://clients:50051',
      'a b:1',
      ':50051',
      'clients:port',
      'clients:123456',
    ]) {
      expect(value(spec, text)).toBe('wrong')
    }
  })

  test('for a URL is of one of its schemes and loses its trailing slashes', () => {
    const spec = urlOf('http', 'https')({ desc: 'd' })
    expect(value(spec, 'https://example.com/base//')).toBe('https://example.com/base')
    for (const text of ['example.com', 'ftp://example.com', 'https//example.com', 'javascript:alert(1)']) {
      expect(value(spec, text)).toBe('wrong')
    }
  })

  test('for a text is trimmed and not blank', () => {
    const spec = text({ desc: 'd' })
    expect(value(spec, ' a b ')).toBe('a b')
    expect(value(spec, '   ')).toBe('wrong')
  })

  test('from envalid itself is read like our own', () => {
    expect(faultsOf({}, { NAME: str({ desc: 'a name' }) })).toEqual(['NAME is not set. It is a name.'])
  })
})
