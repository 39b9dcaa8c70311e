import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { afterEach, describe, expect, test } from '@jest/globals'
import { eventually } from '../eventually.ts'

class ServiceProcess {
  out = ''
  err = ''
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>

  constructor(behaviour: string, env: NodeJS.ProcessEnv) {
    this.child = spawn(process.execPath, [`${import.meta.dirname}/process.ts`, behaviour], {
      env: { PATH: process.env.PATH, GRPC_ADDRESS: '127.0.0.1:0', COLOUR: 'blue', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.out += text
    })
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.err += text
    })
    const { promise, resolve } = Promise.withResolvers<{
      code: number | null
      signal: NodeJS.Signals | null
    }>()
    this.child.on('close', (code, signal) => resolve({ code, signal }))
    this.ended = promise
  }

  /** The lines it wrote itself, not by its log. */
  get own(): string[] {
    return this.out.split('\n').filter((line) => line !== '' && !line.startsWith('{'))
  }

  /** Waits for a text on standard output. */
  says(text: string): Promise<void> {
    return eventually(() => expect(this.out).toContain(text), 10_000)
  }
}

const processes: ServiceProcess[] = []
function start(behaviour = '', env: NodeJS.ProcessEnv = {}): ServiceProcess {
  const process = new ServiceProcess(behaviour, env)
  processes.push(process)
  return process
}
afterEach(() => {
  for (const { child } of processes.splice(0)) child.kill('SIGKILL')
})

describe("a service's process", () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'stops on %s, releasing what it holds, and exits with 0',
    async (signal) => {
      const service = start()
      await service.says('listening')
      service.child.kill(signal)
      expect(await service.ended).toEqual({ code: 0, signal: null })
      expect(service.out).toMatch(new RegExp(`"reason":"${signal}".*stopping`))
      expect(service.own).toEqual(['releasing', 'released'])
      expect(service.err).toBe('')
    },
  )

  test('is not hurried by a second signal', async () => {
    const service = start('stops slowly')
    await service.says('listening')
    service.child.kill('SIGINT')
    await service.says('releasing')
    service.child.kill('SIGTERM')
    service.child.kill('SIGINT')
    expect(await service.ended).toEqual({ code: 0, signal: null })
    expect(service.own).toEqual(['releasing', 'released'])
  })

  test('stops when its launcher is gone, with all its pipes', async () => {
    const service = start('stops slowly', { SUPERVISED: '1' })
    await service.says('listening')
    service.child.stdout.destroy()
    service.child.stderr.destroy()
    service.child.stdin.destroy()
    expect(await service.ended).toEqual({ code: 0, signal: null })
  })

  test('goes on when standard input ends and nobody supervises it', async () => {
    const service = start()
    await service.says('listening')
    service.child.stdin.end()
    const outcome = await Promise.race([
      service.ended,
      new Promise((resolve) => setTimeout(resolve, 500, 'still there')),
    ])
    expect(outcome).toBe('still there')
  })

  test('exits at once on a signal during its start', async () => {
    const service = start('builds for ever')
    await service.says('building')
    service.child.kill('SIGTERM')
    expect(await service.ended).toEqual({ code: 0, signal: null })
  })

  test('exits at once when its launcher is gone during its start', async () => {
    const service = start('builds for ever', { SUPERVISED: '1' })
    await service.says('building')
    service.child.stdin.end()
    expect(await service.ended).toEqual({ code: 0, signal: null })
  })

  test('with wrong settings prints a line for each, no stack, and exits with 1', async () => {
    const service = start('', { COLOUR: '', LOG_LEVEL: 'loud' })
    expect(await service.ended).toEqual({ code: 1, signal: null })
    expect(service.err.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^LOG_LEVEL is wrong: .*loud/),
      'COLOUR is not set. It is the colour of the service.',
    ])
    expect(service.out).toBe('')
  })

  test('whose port is taken prints one line and exits with 1', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    try {
      await eventually(() => expect(taken.listening).toBe(true))
      const bound = taken.address()
      const port = bound !== null && typeof bound === 'object' ? bound.port : 0
      const service = start('', { GRPC_ADDRESS: `127.0.0.1:${port}` })
      expect(await service.ended).toEqual({ code: 1, signal: null })
      expect(service.err).toMatch(
        /^GRPC_ADDRESS is wrong: cannot listen on 127\.0\.0\.1:\d+ \(.*EADDRINUSE.*\)\.\n$/,
      )
    } finally {
      taken.close()
    }
  })

  test('that cannot be built says why and exits with 1', async () => {
    const service = start('cannot be built')
    expect(await service.ended).toEqual({ code: 1, signal: null })
    expect(service.err).toContain('the store refused the password')
  })

  test('that cannot be stopped cleanly says why and exits with 1', async () => {
    const service = start('cannot be stopped')
    await service.says('listening')
    service.child.kill('SIGTERM')
    expect(await service.ended).toEqual({ code: 1, signal: null })
    expect(service.out).toMatch(/cannot close the pool.*could not stop cleanly/)
  })

  test('that does not stop in time is cut before its supervisor kills it', async () => {
    const service = start('stops for ever')
    await service.says('listening')
    const begun = performance.now()
    service.child.kill('SIGTERM')
    expect(await service.ended).toEqual({ code: 1, signal: null })
    expect(performance.now() - begun).toBeLessThan(9_500)
    expect(service.out).toContain('not stopped within')
  })
})
