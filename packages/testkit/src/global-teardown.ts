import { rmSync } from 'node:fs'
import type {} from './global-setup.ts'

/** Jest's globalTeardown: stops what its set-up has started. */
export default async function tearDown(): Promise<void> {
  const own = globalThis.ownServers
  if (!own) return
  globalThis.ownServers = undefined
  await own.servers.stop()
  rmSync(own.dataDir, { recursive: true, force: true })
}
