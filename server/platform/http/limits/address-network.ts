import { isIPv6 } from 'node:net'

/** Hexadecimal groups of an IPv6 address that name its /64 network. */
const NETWORK_GROUPS = 4

/**
 * Returns the network that counts as one client: the /64 of an IPv6 address, because a client may use all
 * addresses of it, or an IPv4 address, also when it is written as an IPv6 one.
 */
export function networkOf(address: string) {
  if (!isIPv6(address)) return address
  // The URL parser writes an address in its shortest form, with an IPv4 part as two groups.
  const shortest = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1)
  const groups = expand(shortest)
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff'
  return isMapped ? toIPv4(groups.slice(6)) : `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`
}

function expand(address: string) {
  const [start = [], end] = address.split('::').map((part) => (part === '' ? [] : part.split(':')))
  if (end === undefined) return start
  return [...start, ...Array<string>(8 - start.length - end.length).fill('0'), ...end]
}

function toIPv4(groups: string[]) {
  const bytes = groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
  return bytes.join('.')
}
