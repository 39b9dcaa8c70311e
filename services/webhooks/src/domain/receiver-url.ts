import { invalid } from '@invoicing/contracts'
import type { AddressPolicy } from './address-policy.ts'

/** Characters (contract, "Limits"). */
const MAX_URL = 2_048

/**
 * What the URL parser would repair in silence (missing or surplus slashes, backslashes, line
 * breaks within) is refused: the text is kept as given, and others may read it differently.
 */
const ABSOLUTE = /^https?:\/\/[^/\\\s\p{Cc}][^\\\s\p{Cc}]*$/iu

/**
 * Reads the url that deliveries are POSTed to (specification 2.4): http or https, with a host
 * that is not internal for certain. Names are not resolved here; a delivery checks each address
 * it connects to.
 *
 * @returns the url as given, trimmed
 * @throws AppError invalid_argument naming url
 */
export function receiverUrl(text: string, policy: AddressPolicy): string {
  const given = text.trim()
  if (Array.from(given).length > MAX_URL) throw invalid(`url must be at most ${MAX_URL} characters`)
  const url = ABSOLUTE.test(given) ? URL.parse(given) : null
  if (url === null) throw invalid('url must be an absolute http or https URL')
  if (!isHost(url.hostname)) throw invalid('url must have a host name that can exist')
  // A password in it would be shown by every GET, and end in logs.
  if (url.username !== '' || url.password !== '') throw invalid('url must not hold a user name or password')
  if (!policy.mayBeDialable(url.hostname)) throw invalid('url must not be an internal address')
  return given
}

/** Whether DNS could hold the name: labels of 1 to 63 characters, 253 in all, a dot at the end or none. */
function isHost(host: string): boolean {
  const name = host.replace(/\.$/, '')
  return name.length <= 253 && name.split('.').every((label) => label.length >= 1 && label.length <= 63)
}
