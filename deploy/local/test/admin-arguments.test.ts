import { describe, expect, test } from '@jest/globals'
import { parseCommand } from '../src/admin/arguments.ts'
import { COMMANDS } from '../src/admin/commands.ts'

const KEY = `key_${'0'.repeat(26)}`
const COMPANY = `company_${'0'.repeat(26)}`
const messageOf = (args: readonly string[]) => {
  try {
    parseCommand(args, COMMANDS)
    return 'no fault'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe('the words and flags of the admin command', () => {
  test('are read in any order', () => {
    const parsed = parseCommand(['--json', 'company', '--name', 'Acme', 'create', '--prefix='], COMMANDS)
    expect(parsed).toEqual({
      command: COMMANDS['company create'],
      given: { name: 'Acme', prefix: '' },
      json: true,
    })
  })

  test('may ask for help wherever it comes to mind', () => {
    expect(parseCommand(['key', 'create', '--help'], COMMANDS)).toBe('help')
    expect(parseCommand(['-h'], COMMANDS)).toBe('help')
  })

  test.each<[string[], string]>([
    [[], 'no command given'],
    [['company'], 'unknown command "company"'],
    [['company', 'delete'], 'unknown command "company delete"'],
    [['company', 'create', 'now', '--name', 'A'], 'unknown command "company create now"'],
    [['toString'], 'unknown command "toString"'],
    [['company', 'create'], 'company create needs --name'],
    [['company', 'create', '--name'], '--name needs a value'],
    [['company', 'create', '--name', 'A', '--colour', 'red'], "unknown option '--colour'"],
    [['company', 'create', '--name', 'A', '--key', KEY], 'company create takes no --key'],
    [
      ['company', 'create', '--name', 'A', '--payment-terms', 'soon'],
      '--payment-terms must be a whole number of days',
    ],
    [
      ['company', 'create', '--name', 'A', '--payment-terms=-1'],
      '--payment-terms must be a whole number of days',
    ],
    [['company', 'create', '--name', 'A', '--json=yes'], "option '--json' does not take an argument"],
    [['key', 'list', '--company', 'Acme'], '--company must be the id of a company'],
    [['key', 'revoke', '--key', COMPANY], '--key must be the id of a key'],
    [['review', 'approve', '--review', '1'], '--review must be the id of a review'],
    [['company', 'create\nrm', '--name', 'A'], 'unknown command "company create\\nrm"'],
    [['key', 'list', '--company', COMPANY, '--x\ny'], "unknown option '--x"],
  ])('%j is told in one line', (args, fault) => {
    const message = messageOf(args)
    expect(message).toContain(fault)
    expect(message).not.toContain('\n')
  })
})
