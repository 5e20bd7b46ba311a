import { expect, test } from 'vitest'
import { MINUTE } from '#contract/time.ts'
import { emailKey, linkState, lockMinutes, minutesLeft, mustAssureAge, networkOf, toLanguage } from './rules.ts'

const start = new Date('2026-06-15T12:00:00Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000)

test('each lock is twice as long as the one before, up to a day', () => {
  expect([0, 1, 3, 60].map(lockMinutes)).toEqual([15, 30, 120, 24 * 60])
})

test('a lock is reported in whole minutes, at least 1', () => {
  expect([15 * MINUTE, 14.5 * MINUTE, 1000, 0].map(minutesLeft)).toEqual([15, 15, 1, 1])
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('the network of %s is %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test('addresses are compared without regard to case and surrounding spaces', () => {
  expect(emailKey('  Anna.Berg@Example.COM ')).toBe('anna.berg@example.com')
})

test('a link is fresh, used or invalid', () => {
  const link = { expiresAt: after(10), usedAt: null }
  expect(linkState(link, start)).toBe('fresh')
  expect(linkState({ ...link, usedAt: start }, start)).toBe('used')
  expect(linkState({ ...link, usedAt: start }, after(10))).toBe('invalid')
  expect(linkState(undefined, start)).toBe('invalid')
})

test('a stored language without a catalogue falls back to the default', () => {
  expect(toLanguage('fr')).toBe('fr')
  expect(toLanguage('tlh')).toBe('en')
})

test('the age must be confirmed in the countries that the setting names, until it is', () => {
  const mustAssure = (country: 'GB' | 'FR' | 'NL', isAgeAssured: boolean) =>
    mustAssureAge({ country, isAgeAssured }, { age_check_countries: ['GB', 'FR'] })
  expect([mustAssure('GB', false), mustAssure('FR', false), mustAssure('NL', false)]).toEqual([true, true, false])
  expect([mustAssure('GB', true), mustAssure('NL', true)]).toEqual([false, false])
  expect(mustAssureAge({ country: 'GB', isAgeAssured: false }, { age_check_countries: [] })).toBe(false)
})
