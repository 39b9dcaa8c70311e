/**
 * Jest's transform: the type stripping that Node itself applies, so that tests
 * run the same code as production does (docs/adr/0004-tests.md).
 * Stripping replaces types by blanks, so line and column stay true without a source map.
 */
const { stripTypeScriptTypes } = require('node:module')

module.exports = {
  process: (source, path) => ({ code: path.endsWith('.ts') ? stripTypeScriptTypes(source) : source }),
  getCacheKey: (source, path) =>
    require('node:crypto').hash('sha1', `${process.version}\0${path}\0${source}`),
}
