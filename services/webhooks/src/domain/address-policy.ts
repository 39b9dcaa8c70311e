import { type Cidr, contains } from './cidr.ts'
import { isGlobalUnicast, parseAddress } from './ip-address.ts'

/** Which receivers this platform connects to; it must not become a way into its own network. */
export interface AddressPolicy {
  /**
   * Whether a connection may be made to an IP address, as a resolver wrote it. Anything that is
   * no plain address is refused.
   */
  isDialable(address: string): boolean
  /**
   * Whether a host can have a dialable address, as far as that is known without resolving it.
   *
   * @param host `hostname` of a URL object: the URL standard has by then given every spelling of
   *   an IPv4 address (decimal, octal, hexadecimal, short, full-width) its one form
   */
  mayBeDialable(host: string): boolean
}

/** Names of this machine, and those that the public DNS never holds (RFC 6761, RFC 6762, ICANN). */
const LOCALHOST = /(^|\.)localhost$/
const INTERNAL = /(^|\.)(local|internal)$/

/**
 * Global unicast addresses are dialable, and those in the ranges that an operator has opened
 * (contract, "Webhooks: Addresses"). `*.local` and `*.internal` are taken once a range is open
 * in which such a name can lie: any but loopback.
 */
export function addressPolicy(opened: readonly Cidr[]): AddressPolicy {
  const isDialable = (text: string): boolean => {
    const address = parseAddress(text)
    if (address === undefined) return false
    return isGlobalUnicast(address) || opened.some((range) => contains(range, address))
  }
  const opensNetwork = opened.some(({ first }) => first.range() !== 'loopback')
  return {
    isDialable,
    mayBeDialable: (host) => {
      if (host.startsWith('[')) return isDialable(host.slice(1, -1))
      if (/^[\d.]+$/.test(host)) return isDialable(host)
      const name = host.toLowerCase().replace(/\.$/, '')
      if (LOCALHOST.test(name)) return isDialable('127.0.0.1') || isDialable('::1')
      return INTERNAL.test(name) ? opensNetwork : true
    },
  }
}
