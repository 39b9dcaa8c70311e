export { addressOf, URL_VARIABLES } from './given-url.ts'
export { probeServer } from './probe.ts'
export { provideServer } from './provide.ts'
export { type BackingServers, provideServers, type ServersOptions } from './provide-several.ts'
export {
  type BackingServer,
  SERVER_NAMES,
  type ServerName,
  type ServerOptions,
  type ServerOrigin,
} from './types.ts'
export { type MissingServer, ServerUnavailableError } from './unavailable.ts'
