import { cleanEnv, EnvError, EnvMissingError, makeValidator, str, type ValidatorSpec } from 'envalid'
import { LOG_LEVELS } from './log.ts'

/** What is wrong with the environment, in lines for the operator: the variable, the fault, the remedy. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

type Specs = Record<string, ValidatorSpec<unknown>>
type Values<S extends Specs> = { readonly [K in keyof S]: S[K] extends ValidatorSpec<infer T> ? T : never }

/**
 * Reads and checks the environment once. Every variable has a `desc`, which is also the remedy
 * shown when it is missing or wrong. An empty variable counts as missing.
 *
 * @throws ConfigError naming every variable that is missing or wrong
 */
export function readEnvironment<S extends Specs>(env: NodeJS.ProcessEnv, specs: S): Values<S> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const values = cleanEnv(given, specs, {
    reporter: ({ errors }) => {
      const faults = Object.entries(errors).map(([name, error]) => fault(name, error, specs[name]))
      if (faults.length > 0) throw new ConfigError(faults.join('\n'))
    },
  })
  // A plain copy: envalid's own proxy throws on look-ups that loggers and tests make.
  const plain = Object.keys(specs).map((name) => [name, Reflect.get(values, name)])
  return Object.freeze(Object.fromEntries(plain)) as Values<S>
}

function fault(name: string, error: Error | undefined, spec: ValidatorSpec<unknown> | undefined): string {
  const remedy = Reflect.get(spec ?? {}, 'desc')
  const what = error instanceof EnvMissingError ? 'is not set' : `is wrong: ${error?.message ?? 'not valid'}`
  return `${name} ${what}. It is ${String(remedy)}.`
}

/** A TCP port, 1 to 65535, or 0 for any free one. */
export const portNumber = makeValidator<number>((value) => wholeNumber(value, 0, 65_535))

/** A whole number of at least 1. */
export const positiveInteger = makeValidator<number>((value) => wholeNumber(value, 1, 1_000_000_000))

/** A secret of at least 16 characters; there is never a default. */
export const secret = makeValidator<string>((value) => {
  if (value.length < 16) throw new EnvError('a secret has at least 16 characters')
  return value
})

/** A text that is not blank. */
export const text = makeValidator<string>((value) => {
  if (value.trim() === '') throw new EnvError('it is blank')
  return value.trim()
})

/** Where a peer listens: host:port, or any other target that gRPC resolves (dns:///name:port). */
export const address = makeValidator<string>((value) => {
  if (!/^(dns:\/\/\S*\/)?[^\s/]+:\d{1,5}$/.test(value)) throw new EnvError(`"${value}" is not host:port`)
  return value
})

/** A URL with one of the schemes, without a trailing slash; it may list the hosts of a cluster. */
export const urlOf = (...schemes: readonly string[]) =>
  makeValidator<string>((value) => {
    // `mongodb://a:27017,b:27017` is valid where it is used, but not to the URL standard.
    const url = URL.parse(value) ?? URL.parse(value.replace(/,[^@/?#]*(?=[/?#]|$)/, ''))
    const scheme = url?.protocol.slice(0, -1)
    if (scheme === undefined || !schemes.includes(scheme))
      throw new EnvError(`it is not a ${schemes.join(' or ')} URL`)
    return value.replace(/\/+$/, '')
  })

/** The settings that every service has. */
export const commonSettings = {
  GRPC_ADDRESS: address({
    desc: 'the host:port this service listens on for gRPC; bind a public interface only behind a network policy',
    default: '127.0.0.1:50051',
  }),
  LOG_LEVEL: str({
    desc: `the least severe level that is logged: ${LOG_LEVELS.join(', ')}`,
    choices: LOG_LEVELS,
    default: 'info',
  }),
} as const

/** The setting of a service that keeps its records in Postgres. */
export const databaseSettings = {
  DATABASE_URL: urlOf('postgres', 'postgresql')({ desc: "the URL of this service's own Postgres database" }),
} as const

/** The setting of a service that is on the bus. */
export const busSettings = {
  NATS_URL: urlOf('nats', 'tls')({ desc: 'the URL of NATS, nats://user:password@host:4222' }),
} as const

function wholeNumber(value: string, least: number, most: number): number {
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < least || number > most) {
    throw new EnvError(`"${value}" is not a whole number from ${least} to ${most}`)
  }
  return number
}
