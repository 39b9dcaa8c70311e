import type { ServerName } from '../types.ts'

/** The images of the backing servers, the versions that the native ones have too. */
const IMAGES: Readonly<Record<ServerName, string>> = {
  postgres: 'postgres:18',
  mongodb: 'mongo:8.0',
  nats: 'nats:2.15',
  s3: 'versity/versitygw:v1.8.0',
}

/** The image of a server; POSTGRES_IMAGE, MONGODB_IMAGE, NATS_IMAGE and S3_IMAGE name another one. */
export function imageOf(name: ServerName): string {
  return process.env[`${name.toUpperCase()}_IMAGE`]?.trim() || IMAGES[name]
}
