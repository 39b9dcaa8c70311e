import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BackingServers, ServerName } from '@invoicing/servers'

declare global {
  /** For the teardown: Jest runs both in one process, but as modules that share nothing else. */
  var ownServers: { readonly servers: BackingServers; readonly dataDir: string } | undefined
}

/**
 * Jest's globalSetup: provides the backing servers that the workspace under test names in its
 * package.json ("testServers"), and puts their URLs into the environment of the test files. Servers
 * whose URL is there already are used as they are: the root's test command starts one of each for
 * all workspaces.
 *
 * @throws ServerUnavailableError naming the remedies
 */
export default async function setUp(_: unknown, project: { readonly rootDir: string }): Promise<void> {
  const wanted = serversOf(project.rootDir)
  if (wanted.length === 0) return
  const { provideServers, SERVER_NAMES, URL_VARIABLES } = await import('@invoicing/servers')
  for (const name of wanted) {
    if (!SERVER_NAMES.includes(name))
      throw new Error(`testServers in package.json names ${name}, which is no server`)
  }
  const missing = wanted.filter((name) => !process.env[URL_VARIABLES[name]])
  if (missing.length === 0) return

  const dataDir = mkdtempSync(join(tmpdir(), 'invoicing-test-'))
  // It is made for its owner alone; under root, Postgres' user has to pass through.
  chmodSync(dataDir, 0o711)
  try {
    const servers = await provideServers(wanted, {
      dataDir,
      password: randomBytes(16).toString('hex'),
      ephemeral: true,
      report: (line) => process.stderr.write(`${line}\n`),
    })
    for (const { name, url } of servers.all) process.env[URL_VARIABLES[name]] = url
    globalThis.ownServers = { servers, dataDir }
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  }
}

function serversOf(rootDir: string): ServerName[] {
  const { testServers = [] }: { testServers?: ServerName[] } = JSON.parse(
    readFileSync(join(rootDir, 'package.json'), 'utf8'),
  )
  return testServers
}
