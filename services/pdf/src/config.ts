import { commonSettings, readEnvironment, text, urlOf } from '@invoicing/chassis'

/** The settings of the pdf service; its README lists them. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env) {
  return readEnvironment(env, {
    ...commonSettings,
    NATS_URL: urlOf('nats', 'tls')({ desc: 'the URL of NATS, nats://user:password@host:4222' }),
    S3_URL: urlOf(
      'http',
      'https',
    )({ desc: 'the S3 server with its keys, http://accessKey:secretKey@host:9000' }),
    S3_BUCKET: text({
      desc: 'the bucket of the rendered files; made at start when absent',
      default: 'invoicing',
    }),
  })
}

export type Config = ReturnType<typeof loadConfig>
