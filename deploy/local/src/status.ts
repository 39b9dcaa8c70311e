import { probeServer } from '@invoicing/servers'
import { refuseUnknown, runCommand } from './command.ts'
import { dataDirOf } from './settings.ts'
import { readState } from './state.ts'
import { NOT_RUNNING, statusOf, statusTable } from './status-report.ts'

const USAGE = 'npm run --silent status [-- --json]'

process.exit(
  await runCommand(async () => {
    const args = process.argv.slice(2)
    refuseUnknown(args, ['--json'], USAGE)
    const json = args.includes('--json')
    const dataDir = dataDirOf(process.env)
    const state = readState(dataDir)
    if (!state) {
      console.log(
        json ? JSON.stringify(NOT_RUNNING) : `Invoicing is not running on ${dataDir}; npm start starts it`,
      )
      return 1
    }
    const report = await statusOf(state, probeServer)
    console.log(json ? JSON.stringify(report) : statusTable(report))
    return 0
  }),
)
