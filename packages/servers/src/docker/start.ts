import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { StartedTestContainer } from 'testcontainers'
import { probeServer } from '../probe.ts'
import type { BackingServer, ServerName, ServerOptions } from '../types.ts'
import { CannotProvide, CannotStart } from '../unavailable.ts'
import { type ContainerSpec, containerSpec } from './containers.ts'
import { labelsOf, stopEarlierContainers } from './earlier-container.ts'
import { imageOf } from './images.ts'

const READY_WITHIN_MS = 120_000
const POLL_MS = 200
const STOP_WITHIN_MS = 8_000
/** A start that takes longer is worth a line: most likely the image is being fetched. In milliseconds. */
const SLOW_MS = 3_000

/**
 * Starts a server in a container, its data below dataDir. The container goes when this process does,
 * kill -9 included: testcontainers' reaper sees to it.
 *
 * @throws CannotProvide when the image cannot be had, or the server in it does not answer; CannotStart
 *   when its folder is in use
 */
export async function startInDocker(name: ServerName, options: ServerOptions): Promise<BackingServer> {
  const folder = join(resolve(options.dataDir), 'docker')
  mkdirSync(folder, { recursive: true })
  const spec = containerSpec(name, options, folder)
  const image = imageOf(name)
  const started = Date.now()
  const slow = setTimeout(() => options.report(`${name}: fetching and starting the image ${image}`), SLOW_MS)
  const container = await startContainer(image, spec, folder, options.port).finally(() => clearTimeout(slow))
  // Bound to 127.0.0.1, while localhost may be ::1 first.
  const host = container.getHost().replace(/^localhost$/, '127.0.0.1')
  const address = `${host}:${container.getMappedPort(spec.port)}`
  const url = spec.url(address)
  const stop = async () => {
    // It is stopped once, however often it is asked.
    await container.stop({ timeout: STOP_WITHIN_MS })
  }
  if (!(await answers(name, url))) {
    await stop()
    throw new CannotProvide(`the container of ${image} did not answer within ${READY_WITHIN_MS / 1000} s`)
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
}

async function startContainer(
  image: string,
  spec: ContainerSpec,
  folder: string,
  port: number | undefined,
): Promise<StartedTestContainer> {
  // Loaded here: it takes longer than a native server takes to start.
  const { GenericContainer, Wait, getContainerRuntimeClient } = await import('testcontainers')
  try {
    const runtime = await getContainerRuntimeClient()
    await stopEarlierContainers(runtime, folder, STOP_WITHIN_MS / 1000)
    const { host } = runtime.info.containerRuntime

    /** Reachable from this machine alone, where the engine is on it; by default it is from everywhere. */
    class LoopbackContainer extends GenericContainer {
      protected override async beforeContainerCreated(): Promise<void> {
        if (host !== 'localhost' && host !== '127.0.0.1') return
        const bindings: Record<string, { HostIp?: string }[]> = this.hostConfig.PortBindings ?? {}
        for (const binding of Object.values(bindings).flat()) binding.HostIp = '127.0.0.1'
      }
    }

    const definition = new LoopbackContainer(image)
      .withLabels(labelsOf(folder))
      .withEnvironment({ ...spec.environment })
      .withExposedPorts(port === undefined ? spec.port : { container: spec.port, host: port })
      .withBindMounts([{ source: folder, target: spec.dataPath, mode: 'rw' }])
      .withCopyContentToContainer([...(spec.files ?? [])])
      // Its own way of waiting runs a shell in the container, which not every image has.
      .withWaitStrategy(Wait.forAll([]))
    if (spec.command) definition.withCommand([...spec.command])
    return await definition.start()
  } catch (error) {
    if (error instanceof CannotStart) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new CannotProvide(`the Docker engine cannot start ${image}: ${why}`)
  }
}

async function answers(name: ServerName, url: string): Promise<boolean> {
  for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline; await wait(POLL_MS)) {
    if (await probeServer(name, url)) return true
  }
  return false
}
