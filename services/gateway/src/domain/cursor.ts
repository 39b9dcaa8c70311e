import { createHmac, timingSafeEqual } from 'node:crypto'

/** 128 bits of the MAC: a cursor gives access to nothing, it must only not be made up. */
const MAC_BYTES = 16

/** Whose list a cursor goes on in. */
export interface CursorScope {
  readonly companyId: string
  /** The list's name: 'clients', 'invoices'. */
  readonly list: string
}

/**
 * Makes a cursor of a position: opaque to integrators, of use for this company's list alone
 * (contract, "A cursor that this account's list did not issue is 400").
 */
export function sealCursor(position: string, scope: CursorScope, secret: string): string {
  return Buffer.concat([mac(position, scope, secret), Buffer.from(position)]).toString('base64url')
}

/** The position in a cursor; undefined for anything that `sealCursor` did not make for this scope. */
export function openCursor(cursor: string, scope: CursorScope, secret: string): string | undefined {
  const bytes = Buffer.from(cursor, 'base64url')
  // Decoding skips what is not base64url: only the one spelling that was issued counts.
  if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== cursor) return undefined
  const position = bytes.subarray(MAC_BYTES).toString()
  return timingSafeEqual(bytes.subarray(0, MAC_BYTES), mac(position, scope, secret)) ? position : undefined
}

function mac(position: string, { companyId, list }: CursorScope, secret: string): Buffer {
  // NUL parts the three: none of them can hold one, so no two scopes share a MAC.
  return createHmac('sha256', secret)
    .update(`cursor\0${companyId}\0${list}\0${position}`)
    .digest()
    .subarray(0, MAC_BYTES)
}
