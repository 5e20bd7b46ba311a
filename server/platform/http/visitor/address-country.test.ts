import { expect, test } from 'vitest'
import { countryOfAddress } from './address-country.ts'

// Addresses of registries and networks that have had them for decades.
test.each([
  ['193.0.6.139', 'NL'],
  ['::ffff:193.0.6.139', 'NL'],
  ['::FFFF:193.0.6.139', 'NL'],
  ['78.192.0.1', 'FR'],
  ['2001:888:0:18::80', 'NL'],
])('%s is an address in %s', (address, country) => {
  expect(countryOfAddress(address)).toBe(country)
})

test.each([
  // The data has no country, or one that no site serves.
  ['of a country without sites', '200.160.2.3'],
  ['of this machine', '127.0.0.1'],
  ['of this machine', '::1'],
  ['of this machine', '::ffff:127.0.0.1'],
  ['of no machine', '0.0.0.0'],
  ['of a private network', '10.1.2.3'],
  ['of a private network', '172.20.1.1'],
  ['of a private network', '192.168.1.1'],
  ['of a private network', 'fd00::1'],
  ['of a provider’s own network', '100.64.0.1'],
  ['of one link', '169.254.1.1'],
  ['of one link', 'fe80::1'],
  ['of one link, with its interface', 'fe80::1%eth0'],
  ['for documentation', '203.0.113.9'],
  ['for documentation', '2001:db8::1'],
  ['of many machines', '224.0.0.1'],
  ['that is none', ''],
  ['that is none', 'unknown'],
  ['that is none', '193.0.6'],
  ['with a port', '193.0.6.139:80'],
  ['that is too long', '1'.repeat(10_000)],
])('an address %s has no country: %s', (_what, address) => {
  expect(countryOfAddress(address)).toBeNull()
})
