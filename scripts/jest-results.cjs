const { mkdirSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')

/** Leaves each workspace's counts in .jest/results.json, for turbo to cache and `npm test` to add up. */
module.exports = class Results {
  constructor({ rootDir }) {
    this.rootDir = rootDir
  }

  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites } =
      results
    mkdirSync(join(this.rootDir, '.jest'), { recursive: true })
    writeFileSync(
      join(this.rootDir, '.jest/results.json'),
      JSON.stringify({
        numPassedTests,
        numFailedTests,
        numPendingTests,
        numTodoTests,
        numRuntimeErrorTestSuites,
      }),
    )
  }
}
