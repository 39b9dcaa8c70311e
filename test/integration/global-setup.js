import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPlatform } from '@invoicing/testkit'

/** One platform for all test files; each makes companies of its own. */
export default async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'invoicing-integration-'))
  const platform = await startPlatform({ dataDir, env: { RATE_LIMIT_PER_MINUTE: '100000' } })
  process.env.PLATFORM_URL = platform.url
  process.env.PLATFORM_DATA_DIR = dataDir
  globalThis.stopPlatform = async () => {
    await platform.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
