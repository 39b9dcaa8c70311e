/** The backing servers of the platform, each provided on its own by the chain URL → Docker → native. */
export const SERVER_NAMES = ['postgres', 'mongodb', 'nats', 's3'] as const

export type ServerName = (typeof SERVER_NAMES)[number]

/** How a server came to be: a URL of the environment, a container, or a process of this machine. */
export type ServerOrigin = 'url' | 'docker' | 'native'

export interface BackingServer {
  readonly name: ServerName
  readonly origin: ServerOrigin
  /** With credentials; for Postgres a role that may create databases. */
  readonly url: string
  /** host:port, without credentials: what may be shown. */
  readonly address: string
  /** The server's own process id where it is a native process, else undefined. */
  readonly pid: number | undefined
  /** Settles when a native server's process ends on its own, with the reason in words. Never for the other origins. */
  readonly ended: Promise<string>
  /** Whether the server answers its own protocol now; never throws, bounded to 2 s. */
  ready(): Promise<boolean>
  /** Stops it gracefully (Postgres: fast shutdown), killing it after 8 s. Nothing of it is left running. Does nothing for a URL. */
  stop(): Promise<void>
}

export interface ServerOptions {
  /** Holds this server's data; created when absent. */
  readonly dataDir: string
  /** The port of a native server or a container on 127.0.0.1; undefined: any free one. */
  readonly port?: number
  /** The password (S3: secret key) of the server's one account; kept by the caller between starts. */
  readonly password: string
  /** Told, in one line each, what takes long: builds, downloads, image pulls, with their durations. */
  readonly report: (line: string) => void
  /** Where a native server's own log goes; undefined: dataDir/<name>.log. */
  readonly logFile?: string
  /** For tests: fsync and other durability off where the server knows how. */
  readonly ephemeral?: boolean
}
