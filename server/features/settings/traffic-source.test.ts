import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { TRAFFIC_VALUE_MAX_LENGTH } from '#contract/limits.ts'
import { defaultSettings } from './defaults.ts'
import { isCampaign, rememberTrafficSource, settingsForVisitor, trafficSourceOf } from './traffic-source.ts'

const settings = { ...defaultSettings({ domain: 'localhost', companyId: 1 }), traffic_sources: ['adnet', 'mail-42'] }
const sites = { of: () => ({ settings }) as never }

/** Opens a page and returns the value of the cookie that it sets, if any, and what its own calls see. */
function openPage(query: unknown, { publicUrl = 'http://localhost', cookie = '' } = {}) {
  const request = { query, hostname: 'localhost', cookies: cookie ? { traffic_source: cookie } : {} } as FastifyRequest
  const set: { value: string; options: object }[] = []
  const reply = {
    setCookie: (_name: string, value: string, options: object) => set.push({ value, options }),
  } as unknown as FastifyReply
  rememberTrafficSource({ config: { publicUrl }, sites }, { request, reply })
  return { cookie: set[0]?.value, options: set[0]?.options, source: trafficSourceOf(request) }
}

const sourceOf = (cookie: string) =>
  trafficSourceOf({ cookies: { traffic_source: cookie } } as unknown as FastifyRequest)

describe('the link of a page', () => {
  test('is stored with all its traffic data, and counts for that page already', () => {
    const { cookie, source } = openPage({ network: 'adnet', ref: 'r1', sub1: 'a', sub2: 'b', sub3: 'c', other: 'x' })
    expect(cookie).toBe('network=adnet&ref=r1&sub1=a&sub2=b&sub3=c')
    expect(source).toEqual({ network: 'adnet', ref: 'r1', sub1: 'a', sub2: 'b', sub3: 'c' })
    expect(sourceOf(cookie ?? '')).toEqual(source)
  })

  test('sets a first-party cookie that scripts cannot read', () => {
    expect(openPage({ network: 'adnet' }).options).toMatchObject({
      httpOnly: true,
      sameSite: 'lax',
      secure: false,
      path: '/',
      maxAge: 30 * 24 * 60 * 60,
    })
    expect(openPage({ network: 'adnet' }, { publicUrl: 'https://a.example' }).options).toMatchObject({ secure: true })
  })

  test.each([
    ['an unknown network', { network: 'other', sub1: 'a' }, 'network=other&sub1=a'],
    ['a network in another case', { network: 'AdNet' }, 'network=AdNet'],
    ['no network', { ref: 'r1', sub1: 'a' }, 'ref=r1&sub1=a'],
    ['one parameter', { sub3: 'c' }, 'sub3=c'],
    ['two networks', { network: ['adnet', 'adnet'], ref: 'r1' }, 'ref=r1'],
  ])('with %s is stored, and is no campaign', (_, query, cookie) => {
    const opened = openPage(query)
    expect(opened).toMatchObject({ cookie, source: Object.fromEntries(new URLSearchParams(cookie)) })
    expect(isCampaign(settings, opened.source)).toBe(false)
  })

  test.each([
    ['an empty network', { network: '' }],
    ['a network of 10 kB', { network: 'adnet'.repeat(2000) }],
    ['a network with a line break', { network: 'adnet\r\nset-cookie: a=b' }],
    ['a network of an object', { network: { adnet: 'adnet' } }],
    ['other parameters', { other: 'x', toString: 'x' }],
    ['no query', undefined],
  ])('with %s is not stored', (_, query) => {
    expect(openPage(query)).toMatchObject({ cookie: undefined, source: null })
  })

  test.each([{ network: 'other' }, { ref: 'r2' }])('of no campaign, as %o, does not end an earlier one', (query) => {
    expect(openPage(query, { cookie: 'network=mail-42' })).toMatchObject({
      cookie: undefined,
      source: { network: 'mail-42' },
    })
  })

  test.each([
    [{ network: 'adnet' }, 'network=mail-42&ref=r1', { network: 'adnet' }],
    [{ ref: 'r2' }, 'network=other&ref=r1', { ref: 'r2' }],
    [{ network: 'adnet' }, 'sub1=a', { network: 'adnet' }],
  ])('%o replaces %s otherwise', (query, cookie, source) => {
    expect(openPage(query, { cookie }).source).toEqual(source)
  })

  test('loses values that are too long or have other characters', () => {
    const long = 'x'.repeat(TRAFFIC_VALUE_MAX_LENGTH)
    const { source } = openPage({ network: 'adnet', ref: long, sub1: `${long}x`, sub2: '<b>', sub3: '‮a' })
    expect(source).toEqual({ network: 'adnet', ref: long })
  })
})

test.each(['network=', 'adnet', '%%%', '__proto__=a&network=<x>', 'x'.repeat(10_000), `ref=${'x'.repeat(10_000)}`])(
  'the forged cookie %.20s is no traffic data',
  (cookie) => expect(sourceOf(cookie)).toBeNull(),
)

test('a network is that of a campaign only where the site names it', () => {
  const source = sourceOf('network=mail-42&ref=r1')
  expect(isCampaign(settings, source)).toBe(true)
  expect(isCampaign({ traffic_sources: [] }, source)).toBe(false)
  expect(isCampaign({ traffic_sources: [''] }, sourceOf('ref=r1'))).toBe(false)
  expect(isCampaign(settings, null)).toBe(false)
})

describe('the settings for a visitor', () => {
  const closed = { ...settings, logged_out_search: 'none' as const }
  const visitor = { cookies: {} } as FastifyRequest
  const ofCampaign = { cookies: { traffic_source: 'network=adnet' } } as unknown as FastifyRequest

  test('open the search to one of a campaign where the site says so', () => {
    expect(settingsForVisitor(ofCampaign, closed).logged_out_search).toBe('all')
    expect(settingsForVisitor(visitor, closed).logged_out_search).toBe('none')
  })

  test('keep it closed where the site closes it to campaigns too', () => {
    const both = { ...closed, logged_out_search_trafficsource: 'none' as const }
    expect(settingsForVisitor(ofCampaign, both).logged_out_search).toBe('none')
  })
})
