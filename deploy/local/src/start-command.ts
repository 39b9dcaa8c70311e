import { join } from 'node:path'
import { provideServer } from '@invoicing/servers'
import { refuseUnknown, runCommand } from './command.ts'
import { launch } from './launch.ts'
import { consoleReporter } from './reporter.ts'
import { REPOSITORY, TOPOLOGY } from './topology.ts'

/** `npm start`. @returns the exit code */
export function run(args: readonly string[]): Promise<number> {
  return runCommand(async () => {
    refuseUnknown(args, [], 'npm start, with its settings in the environment (see deploy/local/README.md)')
    return launch({
      env: process.env,
      topology: TOPOLOGY,
      servicesFolder: join(REPOSITORY, 'services'),
      cwd: REPOSITORY,
      provide: provideServer,
      reporter: consoleReporter(),
    })
  })
}
