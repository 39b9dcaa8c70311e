import { createServer } from 'node:net'
import { HealthClient } from '@invoicing/contracts/gen/grpc/health/v1/health'
import { NumberingServiceService } from '@invoicing/contracts/gen/numbering/v1/numbering'
import { afterEach, describe, expect, test } from '@jest/globals'
import { type Assembly, assemble, handlerKit, Peer, type RunningService } from '../src/mod.ts'
import { quietLog, unaryPeer } from './grpc/test-server.ts'

const CONFIG = { GRPC_ADDRESS: '127.0.0.1:0', LOG_LEVEL: 'silent' } as const
const started: RunningService[] = []
afterEach(async () => {
  for (const service of started.splice(0)) await service.stop()
})

async function running(build: (assembly: Assembly) => Promise<void>): Promise<RunningService> {
  const service = await assemble('test', CONFIG, build)
  started.push(service)
  return service
}

/** An API whose one call answers when it is told to. */
function held() {
  const reached = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const allocate = handlerKit(quietLog).unary(async () => {
    reached.resolve()
    await release.promise
    return { number: 1, invoiceNumber: 'INV-0001' }
  })
  return { reached: reached.promise, release: release.resolve, api: { allocate } }
}

describe('a service', () => {
  test('listens on a port of its own and is ready by the checks it named', async () => {
    const service = await running(async (assembly) => {
      assembly.needs('store', async () => {
        throw new Error('away')
      })
    })
    expect(service.grpcAddress).toMatch(/^127\.0\.0\.1:[1-9]\d*$/)
    const peer = new Peer(HealthClient, service.grpcAddress)
    expect(await peer.unary((client) => client.check)({ service: '' })).toEqual({ status: 'NOT_SERVING' })
    peer.close()
  })

  test('on stop finishes what is in flight, then releases in reverse order', async () => {
    const order: string[] = []
    const { reached, release, api } = held()
    const service = await running(async (assembly) => {
      assembly.onStop(() => void order.push('pool'))
      assembly.onStop(async () => {
        await Promise.resolve()
        order.push('bus')
      })
      assembly.serve(NumberingServiceService, api)
    })
    const peer = unaryPeer(service.grpcAddress)
    const answer = peer.call().then((response) => {
      order.push('answer')
      return response
    })
    await reached
    const stopped = service.stop()
    const late = unaryPeer(service.grpcAddress)
    await expect(late.call()).rejects.toMatchObject({ code: 'unavailable' })
    expect(order).toEqual([])
    release()
    expect(await answer).toMatchObject({ number: 1 })
    await stopped
    expect(order).toEqual(['answer', 'bus', 'pool'])
    peer.close()
    late.close()
  })

  test('stops at once when a peer is connected and idle', async () => {
    const { release, api } = held()
    release()
    const service = await running(async (assembly) => assembly.serve(NumberingServiceService, api))
    const peer = unaryPeer(service.grpcAddress)
    await peer.call()
    const start = performance.now()
    await service.stop()
    expect(performance.now() - start).toBeLessThan(500)
    peer.close()
  })

  test('cuts a call that does not end, and still releases everything', async () => {
    const { reached, api } = held()
    let released = false
    const service = await running(async (assembly) => {
      assembly.onStop(() => {
        released = true
      })
      assembly.serve(NumberingServiceService, api)
    })
    const peer = unaryPeer(service.grpcAddress)
    const answer = peer.call('inv_a', 20_000)
    const outcome = expect(answer).rejects.toMatchObject({ code: 'unavailable' })
    await reached
    const start = performance.now()
    await service.stop()
    expect(performance.now() - start).toBeLessThan(6_000)
    expect(released).toBe(true)
    await outcome
    peer.close()
  })

  test('may be stopped twice, and is stopped once', async () => {
    let stops = 0
    const service = await running(async (assembly) => {
      assembly.onStop(async () => {
        await Promise.resolve()
        stops += 1
      })
    })
    await Promise.all([service.stop(), service.stop()])
    await service.stop()
    expect(stops).toBe(1)
  })

  test('that fails half way releases what it had, in reverse order, and says why', async () => {
    const order: string[] = []
    const build = assemble('test', CONFIG, async (assembly) => {
      assembly.onStop(() => void order.push('first'))
      assembly.onStop(() => void order.push('second'))
      throw new Error('the third step failed')
    })
    await expect(build).rejects.toThrow('the third step failed')
    expect(order).toEqual(['second', 'first'])
  })

  test('whose release fails still releases the rest, and says what failed', async () => {
    const order: string[] = []
    const service = await assemble('test', CONFIG, async (assembly) => {
      assembly.onStop(() => void order.push('first'))
      assembly.onStop(() => {
        throw new Error('cannot close')
      })
    })
    await expect(service.stop()).rejects.toThrow('cannot close')
    expect(order).toEqual(['first'])
  })

  test('whose build and release both fail says why the build failed', async () => {
    const build = assemble('test', CONFIG, async (assembly) => {
      assembly.onStop(() => {
        throw new Error('cannot close')
      })
      throw new Error('the real reason')
    })
    await expect(build).rejects.toThrow('the real reason')
  })

  test('whose port is taken says so by the setting, and releases what it had', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const bound = taken.address()
    const port = bound !== null && typeof bound === 'object' ? bound.port : 0
    let released = false
    const build = assemble('test', { ...CONFIG, GRPC_ADDRESS: `127.0.0.1:${port}` }, async (assembly) => {
      assembly.onStop(() => {
        released = true
      })
    })
    await expect(build).rejects.toMatchObject({
      name: 'ConfigError',
      message: expect.stringMatching(/^GRPC_ADDRESS is wrong: .*EADDRINUSE/),
    })
    expect(released).toBe(true)
    taken.close()
  })
})
