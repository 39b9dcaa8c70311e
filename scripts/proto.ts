import { spawnSync } from 'node:child_process'
import { delimiter, join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

export const PROTO = join(ROOT, 'proto')
export const GENERATED = join(ROOT, 'packages/contracts/src/gen')
/** The wire as it was last released: what a change is compared with. */
export const BASELINE = join(PROTO, 'baseline.binpb')

/** Runs buf in proto/; its own output says what is wrong. @returns whether it succeeded */
export function buf(...args: string[]): boolean {
  const path = `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`
  const { status, error } = spawnSync('buf', args, {
    cwd: PROTO,
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  })
  if (error) throw error
  return status === 0
}

/**
 * Generates the TypeScript of every proto file by buf.gen.yaml.
 *
 * @param base stands in for proto/: the plugin's output path is relative to it
 */
export function generate(base = PROTO): void {
  if (!buf('generate', '--output', base)) process.exit(1)
}
