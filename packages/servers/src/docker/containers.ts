import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { natsConfig } from '../native/nats.ts'
import { EPHEMERAL_SETTINGS, POSTGRES_SETTINGS } from '../native/postgres.ts'
import type { ServerName, ServerOptions } from '../types.ts'

/** What a server is in a container. */
export interface ContainerSpec {
  readonly port: number
  readonly environment: Readonly<Record<string, string>>
  readonly command?: readonly string[]
  /** Where the container keeps its data: a folder below dataDir is mounted there. */
  readonly dataPath: string
  /** Configuration with a password in it, which is no one's business outside the container. */
  readonly files?: readonly { readonly content: string; readonly target: string; readonly mode: number }[]
  readonly url: (address: string) => string
}

const USER = 'invoicing'

/** @param folder the folder of this machine that is mounted at dataPath */
export function containerSpec(name: ServerName, options: ServerOptions, folder: string): ContainerSpec {
  const { password, ephemeral = false } = options
  const secret = encodeURIComponent(password)
  switch (name) {
    case 'postgres':
      return {
        port: 5432,
        environment: {
          POSTGRES_PASSWORD: password,
          POSTGRES_INITDB_ARGS:
            '--encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8',
        },
        command: [
          'postgres',
          ...[...POSTGRES_SETTINGS, ...(ephemeral ? EPHEMERAL_SETTINGS : [])].flatMap((setting) => [
            '-c',
            setting,
          ]),
        ],
        // Since 18 the image keeps a folder for each version in here.
        dataPath: '/var/lib/postgresql',
        url: (address) => `postgres://postgres:${secret}@${address}/postgres`,
      }
    case 'mongodb':
      return {
        port: 27017,
        environment: { MONGO_INITDB_ROOT_USERNAME: USER, MONGO_INITDB_ROOT_PASSWORD: password },
        dataPath: '/data/db',
        url: (address) => `mongodb://${USER}:${secret}@${address}/?authSource=admin`,
      }
    case 'nats':
      return {
        port: 4222,
        environment: {},
        command: ['--config', '/etc/nats/invoicing.conf'],
        dataPath: '/data',
        files: [
          {
            content: natsConfig({ password, ephemeral, listen: '0.0.0.0:4222', storeDir: '/data' }),
            target: '/etc/nats/invoicing.conf',
            mode: 0o600,
          },
        ],
        url: (address) => `nats://${USER}:${secret}@${address}`,
      }
    case 's3':
      for (const each of ['objects', 'metadata']) mkdirSync(join(folder, each), { recursive: true })
      return {
        port: 7070,
        environment: { ROOT_ACCESS_KEY: USER, ROOT_SECRET_KEY: password },
        command: ['--port', ':7070', '--quiet', 'posix', '--sidecar', '/data/metadata', '/data/objects'],
        dataPath: '/data',
        url: (address) => `http://${USER}:${secret}@${address}`,
      }
  }
}
