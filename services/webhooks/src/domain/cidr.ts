import ipaddr from 'ipaddr.js'
import { type IpAddress, parseAddress } from './ip-address.ts'

/** A range of addresses: its first one, and how many leading bits the others share with it. */
export interface Cidr {
  readonly first: IpAddress
  readonly bits: number
}

/**
 * Reads ranges such as `10.1.0.0/16,fd00:1::/32`. A range begins at its own first address: in
 * `10.1.0.1/8` either the address or the length is a slip, and the wrong guess would open too much.
 *
 * @throws RangeError saying which of them is wrong
 */
export function parseCidrs(text: string): readonly Cidr[] {
  return text.split(',').map((part) => parseCidr(part.trim()))
}

function parseCidr(text: string): Cidr {
  const [, address = '', length = ''] = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(text) ?? []
  const first = parseAddress(address)
  const bits = Number(length)
  // A mapped address comes back as IPv4, whose lengths end at 32: `::ffff:0:0/96` is refused, too.
  if (first === undefined || length === '' || bits > (first instanceof ipaddr.IPv4 ? 32 : 128)) {
    throw new RangeError(`"${text}" is not a range such as 10.1.0.0/16 or fd00:1::/32`)
  }
  const network = networkOf(first, bits)
  if (first.toString() !== network) throw new RangeError(`"${text}" does not begin at ${network}`)
  return { first, bits }
}

function networkOf(first: IpAddress, bits: number): string {
  const family = first instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6
  return family.networkAddressFromCIDR(`${first.toString()}/${bits}`).toString()
}

/** Whether an address lies in a range; none of the other family does. */
export function contains({ first, bits }: Cidr, address: IpAddress): boolean {
  return address.kind() === first.kind() && address.match(first, bits)
}
