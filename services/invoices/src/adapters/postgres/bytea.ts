/** Postgres' text form of bytes, which JSON can carry. */
export function bytea(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
}
