import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Reader, type Response } from 'mmdb-lib'
import { isCountryCode, type CountryCode } from '#contract/countries.ts'

/** File with the data: CC0, 7.8 MB, for IPv4 and IPv6. See docs/decisions/0055-country-of-a-visitor.md. */
const data = () => import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')

/** Private, link-local, loopback and documentation networks. The data names a country for some of them. */
const nowhere = new BlockList()
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
])
  addNetwork(network, 'ipv4')
for (const network of ['::/127', 'fc00::/7', 'fe80::/10', 'ff00::/8', '2001:db8::/32']) addNetwork(network, 'ipv6')

let reader: Reader<Response> | null = null

/**
 * Returns the country of a network address, if it is one that a site can serve; else null. The address leaves
 * neither the process nor the call. The data is read with the first address, and stays in memory.
 */
export function countryOfAddress(address: string): CountryCode | null {
  // A socket for both protocols writes an IPv4 address as an IPv6 one.
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const version = isIP(plain)
  if (version === 0 || nowhere.check(plain, version === 4 ? 'ipv4' : 'ipv6')) return null
  reader ??= new Reader(readFileSync(fileURLToPath(data())))
  // The library's types know the data of its own maker only.
  const record = reader.get(plain) as { country_code?: unknown } | null
  const code = record?.country_code
  return isCountryCode(code) ? code : null
}

function addNetwork(network: string, family: 'ipv4' | 'ipv6') {
  const [address = '', prefix] = network.split('/')
  nowhere.addSubnet(address, Number(prefix), family)
}
