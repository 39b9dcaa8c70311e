import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { lastLines, lastWords } from '../src/log-files.ts'
import { newDataDir, removeDataDirs } from './fixtures/run-launcher.ts'

afterAll(removeDataDirs)

function logOf(text: string): string {
  const path = join(newDataDir(), 'service.log')
  writeFileSync(path, text)
  return path
}

test('the lines of a log are shown in words, with the message of the error', () => {
  const path = logOf(
    'one\n\n{"msg":"two"}\n{"level":50,"msg":"three","err":{"message":"no route"}}\n{"level":50}\n',
  )
  expect(lastLines(path, 4)).toEqual(['one', 'two', 'three: no route', '{"level":50}'])
  expect(lastLines(join(path, 'absent'), 4)).toEqual([])
})

test('of a huge log only the end is read, and of a long line only the beginning is shown', () => {
  expect(lastLines(logOf(`${'x'.repeat(1_000_000)}\nend\n`), 1)).toEqual(['end'])
  expect(lastLines(logOf('y'.repeat(1_000)), 1)).toEqual([`${'y'.repeat(300)}…`])
})

test("of Node's report of an uncaught error the error is told", () => {
  const report = `{"msg":"listening"}
file:///services/pdf/src/main.ts:3
throw new TypeError('boom')
^

TypeError: boom
    at file:///services/pdf/src/main.ts:3:7

Node.js v26.10.0
`
  expect(lastWords(logOf(report))).toBe('TypeError: boom')
  expect(lastWords(logOf('{"msg":"listening"}\n'))).toBe('listening')
})
