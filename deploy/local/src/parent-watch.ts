import { factsOf, identify, isAlive } from './process-identity.ts'

const INTERVAL_MS = 500
const SHELLS = ['sh', 'dash', 'bash', 'zsh', 'ash', 'busybox']

/**
 * Tells when the npm that started this process is gone: a kill -9 of npm reaches nobody else, and
 * would leave the platform running with nobody to stop it. Without npm above it nothing is watched,
 * so that `node deploy/local/src/main.ts &` outlives its shell.
 *
 * @returns what ends the watch
 */
export function watchNpm(env: NodeJS.ProcessEnv, onDeath: () => void): () => void {
  if (env.npm_lifecycle_event === undefined) return () => {}
  const parent = process.ppid
  const ancestors = [identify(parent)]
  // Some shells stay between npm and its script, and outlive npm.
  const facts = factsOf(parent)
  if (facts && SHELLS.includes(facts.command)) ancestors.push(identify(facts.parent))
  const timer = setInterval(() => {
    if (process.ppid === parent && ancestors.every(isAlive)) return
    clearInterval(timer)
    onDeath()
  }, INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}
