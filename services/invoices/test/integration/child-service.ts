import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const SERVICES = fileURLToPath(new URL('../../..', import.meta.url))

/** Another service of the platform as a process of its own, for tests of what crosses between the two. */
export interface ChildService {
  /** host:port of its gRPC API. */
  readonly address: string
  /** Stops it where it stands: it keeps its connections and answers nothing. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

/** Starts `services/<name>` as production does and waits until it listens. */
export async function startService(
  name: string,
  env: Readonly<Record<string, string>>,
): Promise<ChildService> {
  const child = spawn(process.execPath, [`${SERVICES}/${name}/src/main.ts`], {
    // Standard input ends with this process, and the service with it.
    env: { PATH: process.env.PATH, SUPERVISED: '1', GRPC_ADDRESS: '127.0.0.1:0', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const { promise: listening, resolve, reject } = Promise.withResolvers<string>()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  child.on('error', reject)
  child.on('exit', (code) => {
    reject(new Error(`${name} ended with ${code}`))
    end()
  })
  createInterface(child.stdout).on('line', (line) => {
    const entry = parsed(line)
    if (entry?.msg === 'listening' && entry.grpcAddress !== undefined) resolve(entry.grpcAddress)
  })
  return {
    address: await listening,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    stop: async () => {
      child.kill('SIGCONT')
      child.kill('SIGTERM')
      await ended
    },
  }
}

function parsed(line: string): { msg?: string; grpcAddress?: string } | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
