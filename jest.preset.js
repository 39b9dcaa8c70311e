import { fileURLToPath } from 'node:url'

/** The one Jest configuration; every workspace re-exports it. */
export default {
  testMatch: ['**/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': fileURLToPath(new URL('scripts/strip-types.cjs', import.meta.url)) },
  testTimeout: 30_000,
  maxWorkers: 2,
  reporters: ['default', fileURLToPath(new URL('scripts/jest-results.cjs', import.meta.url))],
  // Workspaces that need backing servers list what they need in package.json ("testServers").
  globalSetup: fileURLToPath(new URL('packages/testkit/src/global-setup.ts', import.meta.url)),
  globalTeardown: fileURLToPath(new URL('packages/testkit/src/global-teardown.ts', import.meta.url)),
}
