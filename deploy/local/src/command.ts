import { SettingsError } from './settings.ts'

/**
 * Runs a command of this folder, and turns what it throws into one line for people: a stack says
 * nothing to who runs it, and is shown when LOG_LEVEL asks for detail.
 *
 * @returns the exit code
 */
export async function runCommand(
  command: () => Promise<number>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  try {
    return await command()
  } catch (error) {
    const detailed = env.LOG_LEVEL === 'debug' || env.LOG_LEVEL === 'trace'
    const message = error instanceof Error ? error.message || error.name : String(error)
    console.error(detailed && error instanceof Error ? error.stack : message)
    return 1
  }
}

/** @throws SettingsError naming the first argument that is not among the `known` flags */
export function refuseUnknown(args: readonly string[], known: readonly string[], usage: string): void {
  const stranger = args.find((arg) => !known.includes(arg))
  if (stranger !== undefined)
    throw new SettingsError(`unknown argument ${JSON.stringify(stranger)}; usage: ${usage}`)
}
