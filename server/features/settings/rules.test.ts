import { describe, expect, test } from 'vitest'
import { countries } from '#contract/countries.ts'
import { Settings } from '#contract/settings/schemas.ts'
import { defaultSettings } from './defaults.ts'
import { completeSettings, domainsOf, isDevelopmentHost, strictest } from './rules.ts'

const defaults = defaultSettings({ domain: 'localhost', companyId: 1 })

describe('settings', () => {
  test('have a default for every field', () => {
    expect(Settings.parse(defaults)).toEqual(defaults)
    expect(completeSettings(defaults, {})).toEqual({ settings: defaults, invalidFields: [] })
  })

  test('grant three free messages', () => {
    expect(defaults.signup_credits).toBe(3 * defaults.message_credits)
  })

  test('are those that the operator has set', () => {
    const { settings } = completeSettings(defaults, { name: 'Sparks', refund_days: 30 })
    expect(settings).toEqual({ ...defaults, name: 'Sparks', mail_name: 'Sparks', refund_days: 30 })
  })

  test('use the default for an invalid stored value, and name its field', () => {
    const stored = { name: 'Sparks', niche: 9, message_credits: 'two', unknown: true }
    const { settings, invalidFields } = completeSettings(defaults, stored)
    expect(invalidFields.toSorted()).toEqual(['message_credits', 'niche'])
    expect(settings).toMatchObject({ name: 'Sparks', niche: 1, message_credits: 2 })
    expect(completeSettings(defaults, 'nonsense')).toEqual({ settings: defaults, invalidFields: [''] })
  })

  test('keep lists of regions from before they had labels', () => {
    const { settings, invalidFields } = completeSettings(defaults, { region_data: { NL: ['Utrecht'], XX: 'no' } })
    expect(invalidFields).toEqual(['region_data'])
    expect(settings.region_data.NL?.label).toBe('province')
    const old = completeSettings(defaults, { region_data: { NL: ['Utrecht'], CH: ['Uri'] } })
    expect(old.invalidFields).toEqual([])
    expect(old.settings.region_data).toEqual({
      NL: { label: 'province', regions: ['Utrecht'] },
      CH: { label: 'canton', regions: ['Uri'] },
    })
  })

  test('limit tables by country to the countries of the site', () => {
    const { settings } = completeSettings(defaults, { countries: ['NL', 'FR'] })
    expect(Object.keys(settings.region_data).toSorted()).toEqual(['FR', 'NL'])
    expect(Object.keys(settings.minimum_message_costs).toSorted()).toEqual(['FR', 'NL'])
  })
})

test('every country has regions, each named once, and a minimum price of a message', () => {
  for (const country of countries) {
    const regions = defaults.region_data[country]?.regions ?? []
    expect(regions.length).toBeGreaterThan(3)
    expect(new Set(regions).size).toBe(regions.length)
    expect(defaults.minimum_message_costs[country]?.costs).toBeGreaterThan(0)
  }
})

test.each(['localhost', '127.0.0.1', 'shop.localhost', 'dating.test', '::1'])('%s is a development host', (host) => {
  expect(isDevelopmentHost(host)).toBe(true)
})

test.each(['example.com', 'localhost.example.com', 'test', '127.example.com', 'test.com'])(
  '%s is not a development host',
  (host) => {
    expect(isDevelopmentHost(host)).toBe(false)
  },
)

test('a host name with www also matches the domain without', () => {
  expect(domainsOf('www.example.com')).toEqual(['www.example.com', 'example.com'])
  expect(domainsOf('example.com')).toEqual(['example.com'])
})

describe('the origin of the built files', () => {
  test.each(['', 'https://cdn.example', 'https://a.b-c.example:8443', 'http://localhost:3000', 'http://127.0.0.1:1'])(
    'can be "%s"',
    (cdn_prefix) => {
      expect(Settings.shape.cdn_prefix.safeParse(cdn_prefix).success).toBe(true)
    },
  )

  test.each([
    'http://cdn.example',
    'https://cdn.example/',
    'https://cdn.example/files',
    'https://cdn.example; script-src *',
    "https://cdn.example 'unsafe-inline'",
    'https://*.example',
    'https://cdn.example"',
    'https://user@cdn.example',
    '//cdn.example',
    'javascript:alert(1)',
    'https://localhost\n',
  ])('cannot be "%s"', (cdn_prefix) => {
    expect(Settings.shape.cdn_prefix.safeParse(cdn_prefix).success).toBe(false)
  })
})

test('the settings that protect members are the strictest of all sites', () => {
  const sites = [
    {
      review_photos: false,
      minimum_ages: { FR: 25, NL: 19 },
      hide_account_existence: true,
      age_check_countries: ['US' as const],
    },
    {
      review_photos: true,
      minimum_ages: { FR: 21, DE: 20 },
      hide_account_existence: false,
      age_check_countries: ['FR' as const, 'US' as const],
    },
  ]
  expect(strictest(sites)).toEqual({
    review_photos: true,
    minimum_ages: { FR: 25, NL: 19, DE: 20 },
    hide_account_existence: true,
    age_check_countries: ['FR', 'US'],
  })
  expect(
    strictest([{ review_photos: false, minimum_ages: {}, hide_account_existence: false, age_check_countries: [] }]),
  ).toEqual({
    review_photos: false,
    minimum_ages: {},
    hide_account_existence: false,
    age_check_countries: [],
  })
})
