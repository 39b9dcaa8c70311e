import ipaddr from 'ipaddr.js'

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6

/** All that an address is written with; it also keeps the text inside the brackets below. */
const ADDRESS = /^[0-9a-f:.]{2,45}$/i

/** What IANA has set apart as global unicast. All other IPv6 is special, unassigned, or embeds IPv4. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** RFC 6052: IPv4 as a host sees it whose network has IPv6 alone (NAT64 with DNS64). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * Reads an address as resolvers and sockets write it: IPv4 as four decimal numbers, IPv6 in any
 * spelling of RFC 4291. An IPv4-mapped address is the IPv4 address that a socket makes of it.
 *
 * @returns undefined for anything else, zones (`fe80::1%eth0`) included
 */
export function parseAddress(text: string): IpAddress | undefined {
  if (!ADDRESS.test(text)) return undefined
  if (!text.includes(':'))
    return ipaddr.IPv4.isValidFourPartDecimal(text) ? ipaddr.IPv4.parse(text) : undefined
  // The URL standard has one spelling for each address, in hexadecimal throughout. The library
  // would take `::127.0.0.1`, which embeds IPv4 in another way, for an IPv4-mapped address.
  const host = URL.parse(`http://[${text}]/`)?.hostname
  if (host === undefined) return undefined
  const address = ipaddr.IPv6.parse(host.slice(1, -1))
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

/**
 * Whether an address is one of the public internet's: not private, shared, local, loopback,
 * multicast, reserved, for documentation or for benchmarks, nor a tunnel to any of these
 * (contract, "Webhooks: Addresses"). NAT64 counts as the IPv4 address it leads to.
 */
export function isGlobalUnicast(address: IpAddress): boolean {
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast'
  if (address.match(NAT64)) return new ipaddr.IPv4(address.toByteArray().slice(12)).range() === 'unicast'
  return address.match(GLOBAL_IPV6) && address.range() === 'unicast'
}
