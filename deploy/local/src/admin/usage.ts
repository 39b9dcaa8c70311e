import type { Commands } from './commands.ts'

/** What --help prints. */
export function usage(commands: Commands): string {
  const entries = Object.entries(commands).map(([name, { summary, flags }]) => {
    const shown = Object.entries(flags).map(([flag, { required, example }]) =>
      required ? `--${flag} ${example}` : `[--${flag} ${example}]`,
    )
    return `  ${[name, ...shown].join(' ')}\n      ${summary}`
  })
  return [
    'Usage: npm run --silent admin -- <command> [flags] [--json]',
    '',
    ...entries,
    '',
    'With --json a command prints one line of JSON.',
    'It works on the platform of DATA_DIR (default .data), or on the one of ADMIN_ADDRESS and ADMIN_TOKEN.',
  ].join('\n')
}
