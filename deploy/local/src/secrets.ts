import { randomBytes } from 'node:crypto'
import { pathsOf } from './data-dir.ts'
import { codeOf } from './error-code.ts'
import { readPrivateJson, writePrivateJson } from './private-file.ts'
import { SettingsError } from './settings.ts'

const SECRET_NAMES = [
  'POSTGRES_PASSWORD',
  'MONGODB_PASSWORD',
  'NATS_PASSWORD',
  'S3_SECRET_KEY',
  'API_KEY_PEPPER',
  'ADMIN_TOKEN',
  'WEBHOOK_SECRET_KEY',
  'CURSOR_SECRET',
] as const

type SecretName = (typeof SECRET_NAMES)[number]
export type Secrets = Readonly<Record<SecretName, string>>

/**
 * The secrets of a data folder, or undefined before its first start.
 *
 * @throws SettingsError when the file is damaged: new secrets would lock its data and keys out
 */
export function readSecrets(dataDir: string): Secrets | undefined {
  const kept = readKept(pathsOf(dataDir).secrets)
  return kept && isComplete(kept) ? kept : undefined
}

/**
 * The secrets of a data folder; those that are missing are made: 32 random bytes in base64url,
 * the webhook key in hex.
 *
 * @throws SettingsError when the file is damaged
 */
export function ensureSecrets(dataDir: string): Secrets {
  const path = pathsOf(dataDir).secrets
  const kept = readKept(path)
  if (kept && isComplete(kept)) return kept
  const made = Object.fromEntries(SECRET_NAMES.map((name) => [name, kept?.[name] ?? makeSecret(name)]))
  // Durable: databases are made with these passwords right after, and would outlive a lost file.
  writePrivateJson(path, made, true)
  return made as Secrets
}

function readKept(path: string): Partial<Secrets> | undefined {
  let kept: unknown
  try {
    kept = readPrivateJson(path)
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'it is not JSON' : String(codeOf(error))
    throw damaged(path, reason)
  }
  if (kept === undefined) return undefined
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept))
    throw damaged(path, 'it is not an object')
  for (const name of SECRET_NAMES) {
    const value: unknown = Reflect.get(kept, name)
    if (value !== undefined && (typeof value !== 'string' || value.length < 16)) {
      throw damaged(path, `${name} is not a text of at least 16 characters`)
    }
  }
  return kept
}

function isComplete(kept: Partial<Secrets>): kept is Secrets {
  return SECRET_NAMES.every((name) => kept[name] !== undefined)
}

function makeSecret(name: SecretName): string {
  return randomBytes(32).toString(name === 'WEBHOOK_SECRET_KEY' ? 'hex' : 'base64url')
}

function damaged(path: string, reason: string): SettingsError {
  return new SettingsError(
    `DATA_DIR has a secrets file that cannot be read, ${path} (${reason}): put back its copy, or start with an empty DATA_DIR`,
  )
}
