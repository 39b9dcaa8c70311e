import { describe, expect, it } from '@jest/globals'
import { loadConfig } from '../src/config.ts'

const SOUND = {
  DATABASE_URL: 'postgres://u:p@localhost:5432/webhooks',
  NATS_URL: 'nats://localhost:4222',
  WEBHOOK_SECRET_KEYS: '1b'.repeat(32),
}

describe('the settings of subscriptions', () => {
  it('have no default for the secret keys', () => {
    const { WEBHOOK_SECRET_KEYS: _, ...rest } = SOUND
    expect(() => loadConfig(rest)).toThrow('WEBHOOK_SECRET_KEYS is not set. It is the keys')
  })

  it('open no range unless told', () => {
    expect(loadConfig(SOUND).WEBHOOK_ALLOWED_CIDRS).toEqual([])
    const { WEBHOOK_ALLOWED_CIDRS } = loadConfig({ ...SOUND, WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128' })
    expect(WEBHOOK_ALLOWED_CIDRS.map(({ first, bits }) => [first.toString(), bits])).toEqual([
      ['127.0.0.0', 8],
      ['::1', 128],
    ])
  })

  it('name what is wrong, without showing a key', () => {
    const wrong = { ...SOUND, WEBHOOK_SECRET_KEYS: 'hunter2', WEBHOOK_ALLOWED_CIDRS: '10.0.0.1/8' }
    const fault = () => loadConfig(wrong)
    expect(fault).toThrow('WEBHOOK_SECRET_KEYS is wrong: key 1 is not 32 bytes in hex or base64url.')
    expect(fault).toThrow('WEBHOOK_ALLOWED_CIDRS is wrong: "10.0.0.1/8" does not begin at 10.0.0.0.')
    expect(fault).not.toThrow('hunter2')
  })
})
