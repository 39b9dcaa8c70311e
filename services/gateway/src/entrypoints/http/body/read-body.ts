import type { Readable } from 'node:stream'
import { AppError } from '@invoicing/contracts'

/** The largest body, in bytes (contract, "body over 1 MiB"). */
export const MAX_BODY_BYTES = 1_048_576

/**
 * What is read and thrown away of a body that is too large: most clients look for an answer only
 * after they have sent everything, and a connection closed under them shows them no 413 at all.
 */
const DRAINED_BYTES = 8 * MAX_BODY_BYTES

/**
 * Collects a request's body.
 *
 * @param declared the bytes that Content-Length announces, NaN for a chunked body
 * @throws AppError payload_too_large over MAX_BODY_BYTES; invalid_argument when the client stops half-way
 */
export async function readBody(stream: Readable, declared: number): Promise<Buffer> {
  if (declared > DRAINED_BYTES) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  try {
    // Leaving the loop must not destroy the request: its socket still carries the answer.
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size <= MAX_BODY_BYTES) chunks.push(chunk)
      else if (size > DRAINED_BYTES) break
    }
  } catch (error) {
    throw new AppError('invalid_argument', 'the body ended early', { cause: error })
  }
  if (size > MAX_BODY_BYTES) throw tooLarge()
  return Buffer.concat(chunks)
}

const tooLarge = () => new AppError('payload_too_large', 'the body must be at most 1 MiB')
