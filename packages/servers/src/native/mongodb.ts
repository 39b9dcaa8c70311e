import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BackingServer, ServerOptions } from '../types.ts'
import { type GoProgram, goBinary } from './go-binary.ts'
import { prepareDocumentDatabase } from './mongodb-database.ts'
import { startNative } from './start.ts'

const PROGRAM: GoProgram = {
  module: 'mongo',
  binary: 'mongo',
  buildArgs: ['-tags', 'ferretdb_no_sqlite', '.'],
}

/**
 * The MongoDB-protocol server on 127.0.0.1: FerretDB with our gate (native/mongo), whose documents
 * lie in the database `ferretdb` of a Postgres. Its account is Postgres': the name and password of a
 * client are what it connects to Postgres with, so that Postgres checks them.
 */
export async function startMongo(options: ServerOptions, postgresUrl: string): Promise<BackingServer> {
  const [command, documents] = await Promise.all([
    goBinary(PROGRAM, options.report),
    prepareDocumentDatabase(postgresUrl, options.report),
  ])
  const folder = join(options.dataDir, 'native')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { username, password } = new URL(postgresUrl)
  return startNative(
    {
      name: 'mongodb',
      marker: folder,
      stopSignal: 'SIGTERM',
      process: (port) => ({
        command,
        args: ['-listen', `127.0.0.1:${port}`, '-postgres', documents, '-state', folder],
        cwd: folder,
      }),
      url: (port) => `mongodb://${username}:${password}@127.0.0.1:${port}/?authMechanism=PLAIN`,
    },
    options,
  )
}
