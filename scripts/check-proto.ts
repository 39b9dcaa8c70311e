/**
 * The checks of the wire: buf's lint, no breaking change against the released baseline, and
 * generated code that is what proto/ says. `--accept` makes the present state the new baseline;
 * that is done when a version is released.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BASELINE, buf, GENERATED, generate } from './proto.ts'

if (process.argv.includes('--accept')) {
  process.exit(buf('build', '--output', BASELINE) ? 0 : 1)
}

const sound = buf('lint') && buf('format', '--diff', '--exit-code') && buf('breaking', '--against', BASELINE)
if (!sound) process.exit(1)

const fresh = mkdtempSync(join(tmpdir(), 'invoicing-proto-'))
try {
  generate(join(fresh, 'proto'))
  const stale = differences(join(fresh, 'packages/contracts/src/gen'), GENERATED)
  if (stale.length > 0) {
    console.error(`stale generated code, run npm run proto:generate:\n  ${stale.join('\n  ')}`)
    process.exitCode = 1
  }
} finally {
  rmSync(fresh, { recursive: true })
}

/** Files that are in one folder alone, or differ. */
function differences(left: string, right: string): string[] {
  const files = new Set([...filesBelow(left), ...filesBelow(right)])
  return [...files].filter((file) => content(left, file) !== content(right, file)).sort()
}

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
}

function content(dir: string, file: string): string | undefined {
  try {
    return readFileSync(join(dir, file), 'utf8')
  } catch {
    return undefined
  }
}
