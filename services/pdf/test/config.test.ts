import { describe, expect, test } from '@jest/globals'
import { loadConfig } from '../src/config.ts'

const SOUND = { NATS_URL: 'nats://127.0.0.1:4222', S3_URL: 'http://key:secret@127.0.0.1:9000' }

describe('the settings', () => {
  test('have a bucket by default', () => {
    expect(loadConfig(SOUND)).toMatchObject({ ...SOUND, S3_BUCKET: 'invoicing' })
    expect(loadConfig({ ...SOUND, S3_BUCKET: 'papers' })).toMatchObject({ S3_BUCKET: 'papers' })
  })

  test('that are missing are named with their remedy', () => {
    expect(() => loadConfig({})).toThrow(/^NATS_URL is not set\. It is .*\nS3_URL is not set\. It is .*http:/)
  })

  test.each(['http://127.0.0.1:9000', 'http://key@127.0.0.1:9000', 's3://key:secret@host'])(
    'refuse a storage without its keys, or of another kind: %s',
    (S3_URL) => {
      expect(() => loadConfig({ ...SOUND, S3_URL })).toThrow(/^S3_URL is wrong: /)
    },
  )

  test.each(['Papers', 'ab', 'a_b', 'a/b', '-ab', '192.168.0.1', 'x'.repeat(64)])(
    'refuse a bucket that no S3 server takes: %s',
    (S3_BUCKET) => {
      expect(() => loadConfig({ ...SOUND, S3_BUCKET })).toThrow(/^S3_BUCKET is wrong: /)
    },
  )
})
