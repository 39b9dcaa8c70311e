import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dockerAnswers } from './docker/engine.ts'
import { startInDocker } from './docker/start.ts'
import { serverOfEnvironment } from './given-url.ts'
import { isRoot } from './native/account.ts'
import { startMongo } from './native/mongodb.ts'
import { startNats } from './native/nats.ts'
import { startPostgres } from './native/postgres.ts'
import { startS3 } from './native/s3.ts'
import type { BackingServer, ServerName, ServerOptions } from './types.ts'
import { CannotProvide, CannotStart, ServerUnavailableError } from './unavailable.ts'

type Way = 'docker' | 'native'

/**
 * Provides one backing server by the chain of docs/architecture.md ("Runtime"):
 *
 * 1. the URL that the environment gives (POSTGRES_URL, MONGODB_URL, NATS_URL, S3_URL);
 * 2. a container, where a Docker engine answers;
 * 3. a native process.
 *
 * SERVERS=docker or SERVERS=native takes away the choice between the last two. Without it data of an
 * earlier start decides: a platform does not lose its data because somebody has started Docker since.
 *
 * @param postgres where the native stand-in for MongoDB keeps its documents, and stops before it does;
 *   without one it gets a Postgres of its own, by the same chain, in dataDir/postgres
 * @throws ServerUnavailableError naming the remedies when no way leads there; Error in one line when the
 *   server is there and does not come up (its port is taken, its folder is in use, another password)
 */
export async function provideServer(
  name: ServerName,
  options: ServerOptions,
  postgres?: BackingServer,
): Promise<BackingServer> {
  const given = serverOfEnvironment(name)
  if (given) return given

  // Of root's data folders others may pass through, but not list: Postgres runs as another user.
  mkdirSync(options.dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 })
  const reasons: string[] = []
  const ways = await waysFor(options, reasons)
  for (const way of ways) {
    try {
      const server =
        way === 'docker' ? await startInDocker(name, options) : await startNatively(name, options, postgres)
      rememberWay(options, way)
      return server
    } catch (error) {
      if (error instanceof CannotStart) throw new Error(`${name} cannot be started: ${error.message}`)
      if (!(error instanceof CannotProvide)) throw error
      reasons.push(error.message)
      if (way !== ways.at(-1)) options.report(`${name}: ${error.message}; trying without Docker`)
    }
  }
  throw new ServerUnavailableError([{ name, reasons }])
}

/** The ways to try, in order; for each that is left out a reason is noted. */
async function waysFor(options: ServerOptions, reasons: string[]): Promise<readonly Way[]> {
  const way = forcedWay() ?? wayOfEarlierStart(options)
  if (way === 'native') return ['native']
  if (await dockerAnswers()) return way ? [way] : ['docker', 'native']
  if (way === 'docker') {
    const why = forcedWay()
      ? 'SERVERS=docker asks for it'
      : `its data in ${options.dataDir} was made in a container`
    reasons.push(`no Docker engine answers, and ${why}`)
    return []
  }
  reasons.push('no Docker engine answers')
  return ['native']
}

function forcedWay(): Way | undefined {
  const forced = process.env.SERVERS?.trim()
  if (!forced) return undefined
  if (forced !== 'docker' && forced !== 'native') {
    throw new Error(`SERVERS must be docker, native or empty, not ${JSON.stringify(forced)}`)
  }
  return forced
}

/** In the data folder: the way by which its data was made. */
const WAY_FILE = 'origin'

function wayOfEarlierStart({ dataDir }: ServerOptions): Way | undefined {
  try {
    const way = readFileSync(join(dataDir, WAY_FILE), 'utf8').trim()
    return way === 'docker' || way === 'native' ? way : undefined
  } catch {
    return undefined
  }
}

function rememberWay({ dataDir }: ServerOptions, way: Way): void {
  writeFileSync(join(dataDir, WAY_FILE), `${way}\n`)
}

async function startNatively(
  name: ServerName,
  options: ServerOptions,
  postgres: BackingServer | undefined,
): Promise<BackingServer> {
  switch (name) {
    case 'postgres':
      return startPostgres(options)
    case 'nats':
      return startNats(options)
    case 's3':
      return startS3(options)
    case 'mongodb':
      return postgres ? startMongo(options, postgres.url) : startMongoWithPostgres(options)
  }
}

/** Alone, it brings the Postgres that it needs. */
async function startMongoWithPostgres(options: ServerOptions): Promise<BackingServer> {
  const { password, report, ephemeral = false } = options
  const own = await provideServer('postgres', {
    dataDir: join(options.dataDir, 'postgres'),
    ...{ password, report, ephemeral },
  }).catch((error: unknown) => {
    if (!(error instanceof ServerUnavailableError)) throw error
    const reasons = error.missing.flatMap((missing) => missing.reasons)
    throw new CannotProvide(`it keeps its documents in Postgres, and ${reasons.join('; ')}`)
  })
  try {
    const server = await startMongo(options, own.url)
    return { ...server, stop: () => server.stop().then(() => own.stop()) }
  } catch (error) {
    await own.stop()
    throw error
  }
}
