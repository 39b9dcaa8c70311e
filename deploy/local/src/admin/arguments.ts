import { parseArgs } from 'node:util'
import { SettingsError } from '../settings.ts'
import type { Command, Commands } from './commands.ts'

const HELP = 'npm run --silent admin -- --help lists everything'

/** One call of the admin command, checked. */
export interface ParsedCommand {
  readonly command: Command
  /** The flags that were given, by name. */
  readonly given: Readonly<Record<string, string>>
  readonly json: boolean
}

/**
 * Reads the words and flags of a call.
 *
 * @throws SettingsError, in one line, for an unknown command or flag, and a missing or needless one
 */
export function parseCommand(args: readonly string[], commands: Commands): ParsedCommand | 'help' {
  const { words, flags } = wordsAndFlags(args, commands)
  if (flags.help === true) return 'help'
  const name = words.join(' ')
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    throw new SettingsError(
      name === '' ? `no command given; ${HELP}` : `unknown command ${JSON.stringify(name)}; ${HELP}`,
    )
  }
  const given: Record<string, string> = {}
  for (const [flag, value] of Object.entries(flags)) {
    if (typeof value !== 'string') continue
    const spec = command.flags[flag]
    if (spec === undefined) throw new SettingsError(`${name} takes no --${flag}; ${HELP}`)
    if (spec.pattern && !spec.pattern.test(value)) throw new SettingsError(`--${flag} must be ${spec.what}`)
    given[flag] = value
  }
  for (const [flag, { required }] of Object.entries(command.flags)) {
    if (required && given[flag] === undefined) throw new SettingsError(`${name} needs --${flag}; ${HELP}`)
  }
  return { command, given, json: flags.json === true }
}

function wordsAndFlags(args: readonly string[], commands: Commands) {
  const valued = Object.values(commands).flatMap(({ flags }) => Object.keys(flags))
  const options = {
    ...Object.fromEntries(valued.map((flag) => [flag, { type: 'string' as const }])),
    json: { type: 'boolean' as const },
    help: { type: 'boolean' as const, short: 'h' },
  }
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
    })
    const flags: Readonly<Record<string, unknown>> = values
    return { words: positionals, flags }
  } catch (error) {
    throw new SettingsError(`${faultOf(error)}; ${HELP}`)
  }
}

/** What parseArgs says, in the words of this command: of its own, only the first sentence is not about escaping. */
function faultOf(error: unknown): string {
  const message = Error.isError(error) ? error.message : String(error)
  const [lacking] = /--[\w-]+(?=( <value>)?' argument (is ambiguous|missing))/.exec(message) ?? []
  if (lacking !== undefined)
    return `${lacking} needs a value; one that begins with a dash goes as ${lacking}=-…`
  const [sentence = ''] = message.split(/\.?\s*\n|\. /, 1)
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
}
