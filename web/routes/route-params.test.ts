import { describe, expect, test } from 'vitest'
import {
  campaignLanderOf,
  isBrokenLinkToken,
  isLinkToken,
  latestOrderPath,
  likeListOf,
  memberLanderOf,
  paymentCountryIn,
  slugOf,
  textPageOf,
} from './route-params.ts'

describe('the list of likes', () => {
  test('is that of the received likes by default', () => {
    expect(likeListOf(undefined)).toBe('received')
  })

  test.each(['received', 'sent', 'matches'] as const)('%s is named by the path', (type) => {
    expect(likeListOf(type)).toBe(type)
  })

  test.each(['', 'Sent', 'toString', 'm'])('%j is an unknown page', async (type) => {
    let thrown: unknown
    try {
      likeListOf(type)
    } catch (error) {
      thrown = error
    }
    if (!(thrown instanceof Response)) throw new Error('no reply was thrown')
    expect(thrown.status).toBe(404)
    // The error page shows the sentence of this code.
    expect(await thrown.json()).toEqual({ code: 'request.not_found' })
  })
})

test.each([
  ['a'.repeat(43), true],
  [`${'aZ09'.repeat(10)}-_x`, true],
  ['a'.repeat(42), false],
  ['a'.repeat(44), false],
  [`${'a'.repeat(42)}.`, false],
  [`${'a'.repeat(43)}\n`, false],
  ['favicon.ico', false],
])('%j has the form of a one-time link: %s', (text, expected) => {
  expect(isLinkToken(text)).toBe(expected)
})

test.each([
  [`${'aZ09'.repeat(7)}-_x`, true],
  [`${'aZ09'.repeat(10)}-_x`, false],
  [`${'aZ09'.repeat(10)}-_x.`, true],
  ['aZ09', false],
  ['ten-ways-to-say-hello-in-2026', false],
])('whether %j is a one-time link that is no longer whole: %s', (text, expected) => {
  expect(isBrokenLinkToken(text)).toBe(expected)
})

describe('the page of transactions without an id', () => {
  test('leads to the latest order', () => {
    expect(latestOrderPath([{ id: 'new' }, { id: 'old' }])).toBe('/transactions/new')
  })

  test('leads to the bundles if there is no order', () => {
    expect(latestOrderPath([])).toBe('/credits')
  })
})

test.each([
  ['country=DE', 'DE'],
  ['country=XX', undefined],
  ['country=de', undefined],
  ['', undefined],
])('the payment country of ?%s is %s', (query, country) => {
  expect(paymentCountryIn(new URLSearchParams(query))).toBe(country)
})

describe('landing pages', () => {
  test('are those of the contract; `tinderswipe` has no slug', () => {
    expect(campaignLanderOf({ lander: 'gallery', slug: 'summer' })).toBe('gallery')
    expect(campaignLanderOf({ lander: 'tinderswipe' })).toBe('tinderswipe')
    for (const params of [{ lander: 'nothing' }, { lander: '__proto__' }, { lander: 'tinderswipe', slug: 'a' }]) {
      let thrown: unknown
      try {
        campaignLanderOf(params)
      } catch (error) {
        thrown = error
      }
      expect(thrown).toMatchObject({ status: 404 })
    }
  })

  test('of a member are known by their address, with and without slug and data ending', () => {
    expect(memberLanderOf('/members/abc/landing')).toBe('landing')
    expect(memberLanderOf('http://page/members/abc/landing2/summer?network=a')).toBe('landing2')
    expect(memberLanderOf('http://page/members/landing2/landing3?x=/members/abc/landing')).toBe('landing3')
  })

  test('take what cannot be a slug for none', () => {
    expect(slugOf({ slug: 'summer-2026' })).toBe('summer-2026')
    for (const slug of ['<script>', 'Summer', 'a/b', 'x'.repeat(10_000), undefined]) expect(slugOf({ slug })).toBe(null)
  })
})

test.each(['/faq', '/FAQ/', 'https://example.com/faq?lang=de', '/faq.data'])('%s names the page faq', (address) => {
  expect(textPageOf(address)).toBe('faq')
})
