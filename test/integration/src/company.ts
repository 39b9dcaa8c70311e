import { admin } from '@invoicing/testkit'
import { type Api, api } from './api.ts'

interface CompanySettings {
  readonly name: string
  readonly prefix?: string
  readonly currency?: string
}

/** What the global set-up left for the test files. */
export function platformUnderTest(): { url: string; dataDir: string } {
  const { PLATFORM_URL: url, PLATFORM_DATA_DIR: dataDir } = process.env
  if (url === undefined || dataDir === undefined) throw new Error('the platform under test was not started')
  return { url, dataDir }
}

/** A company of its own for a test, made by the admin command as an operator would. */
export async function newCompany(settings: CompanySettings): Promise<Api> {
  const { url, dataDir } = platformUnderTest()
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
  const { stdout } = await admin(dataDir, 'company', 'create', ...flags, '--json')
  return api(url, JSON.parse(stdout).api_key)
}
