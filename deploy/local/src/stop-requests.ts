import { watchNpm } from './parent-watch.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export interface StopRequests {
  /** Settles at the first reason to stop, with it in words. */
  readonly requested: Promise<string>
  /** 0 when a signal or npm's end was the reason, 1 when the launcher itself failed. */
  exitCode(): number
}

/**
 * Everything that asks this process to stop. Further requests are taken and ignored: npm and the
 * terminal both pass on a Ctrl-C, and the stop under way is bounded anyway.
 */
export function stopRequests(env: NodeJS.ProcessEnv): StopRequests {
  const { promise: requested, resolve } = Promise.withResolvers<string>()
  let failed = false
  for (const signal of SIGNALS) process.on(signal, () => resolve(signal))
  watchNpm(env, () => resolve('npm has ended'))
  const fail = (error: unknown) => {
    failed = true
    resolve(`the launcher failed (${error instanceof Error ? error.message : String(error)})`)
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  return { requested, exitCode: () => (failed ? 1 : 0) }
}
