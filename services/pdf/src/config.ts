import { busSettings, commonSettings, readEnvironment, urlOf } from '@invoicing/chassis'
import { EnvError, makeValidator } from 'envalid'

const S3_SCHEMES = urlOf('http', 'https')({ desc: '' })

/** An S3 server's URL, with both of its keys. */
const s3Url = makeValidator<string>((value) => {
  const url = S3_SCHEMES._parse(value)
  const { username, password } = new URL(url)
  if (username === '' || password === '') throw new EnvError('its access key or its secret key is missing')
  return url
})

/** A bucket's name as every S3 server takes it: also the name of a host. */
const bucketName = makeValidator<string>((value) => {
  if (!/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(value)) {
    throw new EnvError(`"${value}" is not 3 to 63 lower-case letters, digits and dashes`)
  }
  return value
})

/** The settings of the pdf service; its README lists them. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env) {
  return readEnvironment(env, {
    ...commonSettings,
    ...busSettings,
    S3_URL: s3Url({ desc: 'the S3 server with its keys, http://accessKey:secretKey@host:9000' }),
    S3_BUCKET: bucketName({
      desc: 'the bucket of the rendered files; made at start when absent',
      default: 'invoicing',
    }),
  })
}

export type Config = ReturnType<typeof loadConfig>
