import type { getContainerRuntimeClient } from 'testcontainers'
import { CannotStart } from '../unavailable.ts'

type ContainerRuntime = Awaited<ReturnType<typeof getContainerRuntimeClient>>

const FOLDER_LABEL = 'invoicing.folder'
const OWNER_LABEL = 'invoicing.owner'

/** By these the next start finds what an earlier one has left. */
export function labelsOf(folder: string): Record<string, string> {
  return { [FOLDER_LABEL]: folder, [OWNER_LABEL]: String(process.pid) }
}

/**
 * Stops the containers that a killed run left on a folder: testcontainers' reaper takes ten seconds
 * to notice. Each Postgres is process 1 of its container, so that a second one on the folder would
 * take the first one's lock for its own, and destroy the data.
 *
 * @throws CannotStart when their owner is alive: then the folder is in use
 */
export async function stopEarlierContainers(
  runtime: ContainerRuntime,
  folder: string,
  withinSeconds: number,
): Promise<void> {
  const { dockerode } = runtime.container
  const filters = { label: [`${FOLDER_LABEL}=${folder}`] }
  for (const { Id, Labels, State } of await dockerode.listContainers({ all: true, filters })) {
    const owner = Number(Labels[OWNER_LABEL])
    if (State === 'running' && isAlive(owner)) {
      throw new CannotStart(`its data folder is in use by process ${owner}`)
    }
    const container = dockerode.getContainer(Id)
    // It may be ending by itself meanwhile: what counts is that it is gone after this.
    if (State === 'running') await container.stop({ t: withinSeconds }).catch(() => {})
    await container.remove({ force: true, v: true }).catch(() => {})
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid < 2) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
