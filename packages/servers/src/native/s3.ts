import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BackingServer, ServerOptions } from '../types.ts'
import { type GoProgram, goBinary } from './go-binary.ts'
import { startNative } from './start.ts'

const PROGRAM: GoProgram = { module: 's3', binary: 'versitygw', buildArgs: ['tool'] }
const ACCESS_KEY = 'invoicing'

/** versitygw on 127.0.0.1: buckets are folders, objects are files. */
export async function startS3(options: ServerOptions): Promise<BackingServer> {
  const command = await goBinary(PROGRAM, options.report)
  const folder = join(options.dataDir, 'native')
  const objects = join(folder, 'objects')
  const metadata = join(folder, 'metadata')
  for (const each of [objects, metadata]) mkdirSync(each, { recursive: true, mode: 0o700 })
  return startNative(
    {
      name: 's3',
      marker: objects,
      stopSignal: 'SIGTERM',
      process: (port) => ({
        command,
        // Metadata in files of their own: not every file system has extended attributes (tmpfs, some mounts).
        args: ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', '--sidecar', metadata, objects],
        env: { ROOT_ACCESS_KEY: ACCESS_KEY, ROOT_SECRET_KEY: options.password },
        cwd: folder,
      }),
      url: (port) => `http://${ACCESS_KEY}:${encodeURIComponent(options.password)}@127.0.0.1:${port}`,
    },
    options,
  )
}
