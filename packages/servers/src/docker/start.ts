import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { probeServer } from '../probe.ts'
import type { BackingServer, ServerName, ServerOptions } from '../types.ts'
import { CannotProvide } from '../unavailable.ts'
import { containerSpec } from './containers.ts'
import { imageOf } from './images.ts'

const READY_WITHIN_MS = 120_000
const POLL_MS = 200
const STOP_WITHIN_MS = 8_000
/** Below this a start is not worth a line: the image was there. In milliseconds. */
const SLOW_MS = 10_000

/**
 * Starts a server in a container, its data below dataDir. The container goes when this process does,
 * kill -9 included: testcontainers' reaper sees to it.
 *
 * @throws CannotProvide when the image cannot be had, or the server in it does not answer
 */
export async function startInDocker(name: ServerName, options: ServerOptions): Promise<BackingServer> {
  const { GenericContainer, Wait, getContainerRuntimeClient } = await import('testcontainers')

  /** Bound to the loopback interface alone where the engine is on this machine; by default it is every interface. */
  class LoopbackContainer extends GenericContainer {
    protected override async beforeContainerCreated(): Promise<void> {
      const { host } = (await getContainerRuntimeClient()).info.containerRuntime
      if (host !== 'localhost' && host !== '127.0.0.1') return
      const bindings: Record<string, { HostIp?: string; HostPort?: string }[]> =
        this.hostConfig.PortBindings ?? {}
      for (const binding of Object.values(bindings).flat()) binding.HostIp = '127.0.0.1'
    }
  }

  const folder = join(resolve(options.dataDir), 'docker')
  mkdirSync(folder, { recursive: true })
  const spec = containerSpec(name, options, folder)
  const image = imageOf(name)
  const started = Date.now()
  const slow = setTimeout(() => options.report(`${name}: fetching and starting the image ${image}`), 2_000)
  try {
    const definition = new LoopbackContainer(image)
      .withEnvironment({ ...spec.environment })
      .withExposedPorts(options.port === undefined ? spec.port : { container: spec.port, host: options.port })
      .withBindMounts([{ source: folder, target: spec.dataPath, mode: 'rw' }])
      .withCopyContentToContainer([...(spec.files ?? [])])
      // Its own way of waiting runs a shell in the container, which not every image has.
      .withWaitStrategy(Wait.forAll([]))
    if (spec.command) definition.withCommand([...spec.command])
    const container = await definition.start()
    const address = `${container.getHost()}:${container.getMappedPort(spec.port)}`
    const url = spec.url(address)
    let stopped: Promise<unknown> | undefined
    const stop = async () => {
      stopped ??= container.stop({ timeout: STOP_WITHIN_MS })
      await stopped
    }
    const deadline = Date.now() + READY_WITHIN_MS
    while (!(await probeServer(name, url))) {
      if (Date.now() > deadline) {
        await stop()
        throw new CannotProvide(`the container of ${image} did not answer within ${READY_WITHIN_MS / 1000} s`)
      }
      await wait(POLL_MS)
    }
    const took = Date.now() - started
    if (took > SLOW_MS) options.report(`${name}: ${image} is up after ${Math.round(took / 1000)} s`)
    return {
      name,
      origin: 'docker',
      url,
      address,
      pid: undefined,
      ended: new Promise(() => {}),
      ready: () => probeServer(name, url),
      stop,
    }
  } catch (error) {
    if (error instanceof CannotProvide) throw error
    throw new CannotProvide(
      `the Docker engine cannot start ${image}: ${error instanceof Error ? error.message : error}`,
    )
  } finally {
    clearTimeout(slow)
  }
}
