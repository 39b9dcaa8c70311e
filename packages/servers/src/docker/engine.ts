import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Whether an engine is there has to be known before anything else is done. */
const PING_MS = 800

/** Whether a Docker engine answers, found within a second: at the places where testcontainers looks, without loading it. */
export async function dockerAnswers(): Promise<boolean> {
  return Promise.any(places().map(ping)).catch(() => false)
}

type Place = { readonly socketPath: string } | { readonly host: string; readonly port: string }

function places(): Place[] {
  const { DOCKER_HOST, XDG_RUNTIME_DIR } = process.env
  if (DOCKER_HOST) {
    const { protocol, hostname, port, pathname } = new URL(DOCKER_HOST)
    return [protocol === 'unix:' ? { socketPath: pathname } : { host: hostname, port: port || '2375' }]
  }
  const home = homedir()
  return [
    '/var/run/docker.sock',
    ...(XDG_RUNTIME_DIR ? [join(XDG_RUNTIME_DIR, 'docker.sock')] : []),
    join(home, '.docker', 'run', 'docker.sock'),
    join(home, '.docker', 'desktop', 'docker.sock'),
    `/run/user/${process.getuid?.() ?? 0}/docker.sock`,
  ]
    .filter((path) => existsSync(path))
    .map((socketPath) => ({ socketPath }))
}

function ping(place: Place): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const asked = request(
    { ...place, path: '/_ping', agent: false, signal: AbortSignal.timeout(PING_MS) },
    (response) => {
      response.resume()
      if (response.statusCode === 200) resolve(true)
      else reject(new Error(`status ${response.statusCode}`))
    },
  )
  asked.once('error', reject)
  asked.end()
  return promise
}
