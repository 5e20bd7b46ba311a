import { createECDH } from 'node:crypto'
import { lookup, type LookupAddress } from 'node:dns'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'

/**
 * The push services of the browsers. Members send the address to which the server sends, so only these are
 * accepted: Chrome, Edge on Android and others use Google's.
 */
const hosts = ['fcm.googleapis.com', 'jmt17.google.com', 'web.push.apple.com', 'updates.push.services.mozilla.com']
/** Services that name a server per region or device. */
const zones = ['.push.apple.com', '.push.services.mozilla.com', '.notify.windows.com']

/**
 * Returns whether an address is one at a known push service, or at the service of a test.
 * Source: docs/decisions/0098-push-messages.md.
 */
export function isPushEndpoint(endpoint: string, testService: string | undefined) {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, hash, origin } = new URL(endpoint)
  if (username !== '' || password !== '' || hash !== '') return false
  if (testService !== undefined && origin === testService) return true
  if (protocol !== 'https:' || port !== '') return false
  return hosts.includes(hostname) || zones.some((zone) => hostname.endsWith(zone))
}

/** Whether this is a public key of a browser: a point on the curve. Others cannot encrypt. */
export function isPushKey(p256dh: string) {
  try {
    const ecdh = createECDH('prime256v1')
    ecdh.generateKeys()
    ecdh.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}

const notPublic = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv4')

/** The only range from which public addresses are given, and the parts of it that are not. */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  // Tunnels carry an IPv4 address, which may be a private one.
  ['2001::', 32],
  ['2002::', 16],
  ['2001:db8::', 32],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv6')

/** Whether an address is one of the internet: not of the operator's network or another special range. */
export function isPublicAddress(address: string) {
  if (!isIPv6(address)) return !notPublic.check(address, 'ipv4')
  return global.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

type Resolve = (hostname: string, onResolved: (error: Error | null, addresses: LookupAddress[]) => void) => void

const resolveByDns: Resolve = (hostname, onResolved) => lookup(hostname, { all: true }, onResolved)

/**
 * Makes the function by which a connection resolves a name: to public addresses only. It is the connection's
 * own look-up, so that no second answer of the name server can lead elsewhere.
 */
export function publicLookup(resolve: Resolve = resolveByDns): LookupFunction {
  return (hostname, options, callback) =>
    resolve(hostname, (error, addresses) => {
      if (error) return callback(error, '')
      const [first, ...others] = addresses.filter(({ address }) => isPublicAddress(address))
      if (!first) return callback(new Error(`${hostname} has no public address`), '')
      if (options.all) callback(null, [first, ...others])
      else callback(null, first.address, first.family)
    })
}
