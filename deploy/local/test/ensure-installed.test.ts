import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from '@jest/globals'
import { newDataDir, removeDataDirs } from './fixtures/run-launcher.ts'

const SCRIPT = fileURLToPath(new URL('../../../scripts/ensure-installed.js', import.meta.url))
/** Stands in for npm: says what it was asked for, and installs what the script looks for. */
const NPM = `
const fs = require('node:fs')
fs.writeFileSync('asked', process.argv.slice(2).join(' '))
if (process.env.NPM_FAILS) process.exit(7)
fs.mkdirSync('node_modules/node/bin', { recursive: true })
fs.writeFileSync('node_modules/node/bin/node', '')
fs.writeFileSync('node_modules/.package-lock.json', '{}')
`

afterAll(removeDataDirs)

/** A repository with a lock file and nothing installed. */
function newRepository(): string {
  const root = newDataDir()
  mkdirSync(join(root, 'scripts'))
  copyFileSync(SCRIPT, join(root, 'scripts', 'ensure-installed.js'))
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(root, 'package-lock.json'), '{}')
  mkdirSync(join(root, 'npm'))
  writeFileSync(join(root, 'npm', 'package.json'), '{}')
  writeFileSync(join(root, 'npm', 'npm-cli.js'), NPM)
  chmodSync(join(root, 'npm', 'npm-cli.js'), 0o755)
  return root
}

function run(root: string, env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/ensure-installed.js'], {
    cwd: root,
    env: { ...process.env, npm_execpath: join(root, 'npm', 'npm-cli.js'), ...env },
    encoding: 'utf8',
  })
  return { status, stdout, lines: stderr.split('\n').filter((line) => line !== '') }
}

test('installs what the lock file names when nothing is installed, and is silent when all is', () => {
  const root = newRepository()
  const first = run(root)
  expect(first).toMatchObject({ status: 0, stdout: '' })
  expect(first.lines).toEqual([
    expect.stringContaining('npm ci'),
    expect.stringMatching(/^Installed in \d+ s$/),
  ])
  expect(readFileSync(join(root, 'asked'), 'utf8')).toMatch(/^ci --include=dev /)
  expect(run(root)).toEqual({ status: 0, stdout: '', lines: [] })
})

test('installs again when the lock file is younger than what is installed', () => {
  const root = newRepository()
  run(root)
  const later = Date.now() / 1_000 + 60
  utimesSync(join(root, 'package-lock.json'), later, later)
  expect(run(root).lines[0]).toContain('npm ci')
})

test('says in one line that npm failed, and fails', () => {
  const root = newRepository()
  const { status, lines } = run(root, { NPM_FAILS: '1' })
  expect(status).toBe(1)
  expect(lines.slice(1)).toEqual([
    expect.stringMatching(/^The packages could not be installed: npm ci ended with 7 after \d+ s$/),
  ])
})
