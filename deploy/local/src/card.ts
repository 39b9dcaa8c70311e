import { relative } from 'node:path'
import { styleText } from 'node:util'

export interface CardFacts {
  readonly publicUrl: string
  /** The gateway as this machine reaches it, whatever PUBLIC_URL says. */
  readonly localUrl: string
  readonly apiKey: string
  readonly logs: string
  /** As the user wrote it, undefined for the default. */
  readonly dataDir: string | undefined
  readonly readyIn: string
}

/** What a person wants to know when the platform is up; for a terminal of 80 columns. */
export function card(facts: CardFacts): string {
  const { publicUrl, localUrl, apiKey, logs, dataDir, readyIn } = facts
  const bold = (text: string) => styleText('bold', text, { stream: process.stdout })
  const dim = (text: string) => styleText('dim', text, { stream: process.stdout })
  const rows: [string, string][] = [
    ['API', `${bold(publicUrl)}/v1${publicUrl === localUrl ? '' : `  (here: ${localUrl})`}`],
    ['Reference', `${publicUrl}/docs`],
    ['Demo key', apiKey],
    ['Logs', relativeTo(logs)],
    ...(dataDir === undefined ? [] : [otherShell(dataDir)]),
    ['Status', 'npm run --silent status'],
    ['Accounts', 'npm run --silent admin -- company create --name "Acme" --json'],
    ['Stop', 'Ctrl-C'],
  ]
  return [
    '',
    `  ${bold('Invoicing is ready')}  ${dim(`after ${readyIn}`)}`,
    '',
    ...rows.map(([label, value]) => `  ${dim(label.padEnd(10))} ${value}`),
    '',
    `  ${dim('Paste this to create a client, then an invoice for it:')}`,
    '',
    ...pasteable(localUrl, apiKey),
    '',
  ].join('\n')
}

/**
 * Two lines for a POSIX shell, each whole: a line broken for looks could not be pasted. The first
 * keeps the client's id in a variable and shows it; the second shows the invoice.
 */
export function pasteable(url: string, apiKey: string): [string, string] {
  const post = (path: string, body: string) =>
    `curl -sS ${url}/v1/${path} -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' -d ${body}`
  const client = post('clients', `'{"company_name":"Ada Lovelace","type":"Individual"}'`)
  const invoice = post(
    'invoices',
    `'{"client_id":"'"$CLIENT"'","items":[{"title":"Consulting","quantity":2,"unit_price":90,"vat_rate":20}]}'`,
  )
  return [
    `CLIENT=$(${client} | sed -E 's/.*"(client_[0-9a-z]+)".*/\\1/'); echo "$CLIENT"`,
    `${invoice}; echo`,
  ]
}

/** The commands look for the platform in DATA_DIR, too. */
function otherShell(dataDir: string): [string, string] {
  return ['Shell', `export DATA_DIR=${shellWord(dataDir)}`]
}

function relativeTo(path: string): string {
  const short = relative(process.cwd(), path)
  return short.startsWith('..') ? path : short
}

function shellWord(text: string): string {
  return /^[\w./~+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
