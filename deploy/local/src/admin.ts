import { parseCommand } from './admin/arguments.ts'
import { COMMANDS } from './admin/commands.ts'
import { connectAdmin, findPlatform } from './admin/connection.ts'
import { usage } from './admin/usage.ts'
import { runCommand } from './command.ts'

process.exit(
  await runCommand(async () => {
    const parsed = parseCommand(process.argv.slice(2), COMMANDS)
    if (parsed === 'help') {
      console.log(usage(COMMANDS))
      return 0
    }
    const api = connectAdmin(findPlatform(process.env))
    try {
      const result = await parsed.command.run(api, parsed.given)
      console.log(parsed.json ? JSON.stringify(result.json) : result.text)
      return 0
    } finally {
      api.close()
    }
  }),
)
