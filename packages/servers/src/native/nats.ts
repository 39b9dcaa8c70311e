import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BackingServer, ServerOptions } from '../types.ts'
import { type GoProgram, goBinary } from './go-binary.ts'
import { startNative } from './start.ts'

const PROGRAM: GoProgram = { module: 'nats', binary: 'nats-server', buildArgs: ['tool'] }
const USER = 'invoicing'

/** nats-server with JetStream, on 127.0.0.1, for one account. */
export async function startNats(options: ServerOptions): Promise<BackingServer> {
  const command = await goBinary(PROGRAM, options.report)
  const folder = join(options.dataDir, 'native')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const configFile = join(folder, 'nats.conf')
  return startNative(
    {
      name: 'nats',
      marker: configFile,
      stopSignal: 'SIGTERM',
      process: (port) => {
        // The password belongs into no command line.
        writeFileSync(configFile, natsConfig({ ...options, listen: `127.0.0.1:${port}`, storeDir: folder }), {
          mode: 0o600,
        })
        return { command, args: ['--config', configFile], cwd: folder }
      },
      url: (port) => `nats://${USER}:${encodeURIComponent(options.password)}@127.0.0.1:${port}`,
    },
    options,
  )
}

/** The configuration of our one server, in a container as well. */
export function natsConfig(config: {
  readonly listen: string
  readonly storeDir: string
  readonly password: string
  readonly ephemeral?: boolean
}): string {
  const text = JSON.stringify
  return `listen: ${text(config.listen)}
server_name: invoicing
authorization { user: ${text(USER)}, password: ${text(config.password)} }
# An event carries its invoice: a thousand lines, each written out, exceed the default of 1 MB.
max_payload: 8MB
jetstream {
  store_dir: ${text(config.storeDir)}
  # The default, two minutes, loses acknowledged messages with the power.
  ${config.ephemeral ? '' : 'sync_interval: always'}
}
`
}
