import { countries, type CountryCode } from '#contract/countries.ts'
import { campaignLanders, isLanderSlug, memberLanders } from '#contract/landers/landers.ts'
import { likeLists } from '#contract/likes/like-lists.ts'
import type { LikeList } from '#contract/likes/schemas.ts'
import type { Order } from '#contract/payments/schemas.ts'
import { href } from 'react-router'
import { textPages } from './pages/text-pages.ts'

/** What the error page shows as an unknown page, with its sentence. */
export function unknownPage() {
  return Response.json({ code: 'request.not_found' }, { status: 404 })
}

/**
 * Returns the list that a path names; `/likes` shows the received likes.
 * @throws Response 404 for any other list
 */
export function likeListOf(type: string | undefined): LikeList {
  const list = type === undefined ? 'received' : likeLists.find((each) => each === type)
  if (!list) throw unknownPage()
  return list
}

/** Returns whether a path of one segment has the form of a one-time link; all others are unknown. */
export function isLinkToken(text: string) {
  return /^[\w-]{43}$/.test(text)
}

/**
 * Returns whether a path of one segment looks like a one-time link that a mail program has cut, or to which
 * it added a character: it is long, with capitals, small letters and digits, as random text is.
 */
export function isBrokenLinkToken(text: string) {
  return !isLinkToken(text) && /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[\w-]{20,}/.test(text)
}

/** Returns where `/transactions` leads: the latest order (the list's first), or the bundles without one. */
export function latestOrderPath([latest]: readonly Pick<Order, 'id'>[]) {
  return latest ? href('/transactions/:id?', { id: latest.id }) : href('/credits')
}

/** Returns the payment country that a URL names, or undefined. */
export function paymentCountryIn(searchParams: URLSearchParams): CountryCode | undefined {
  return countries.find((country) => country === searchParams.get('country'))
}

interface CampaignPath {
  lander?: string | undefined
  slug?: string | undefined
}

/**
 * Returns the landing page that a path names.
 * @throws Response 404 for an unknown one, and for a slug of the one that has none
 */
export function campaignLanderOf(path: CampaignPath) {
  const name = findCampaignLander(path)
  if (!name) throw unknownPage()
  return name
}

/** Returns the landing page that a path names, or null. */
export function findCampaignLander({ lander, slug }: CampaignPath) {
  const name = campaignLanders.find((each) => each === lander)
  return !name || (name === 'tinderswipe' && slug !== undefined) ? null : name
}

/** Returns the landing page of a member that an address names: `/members/{id}/landing2/{slug?}`. */
export function memberLanderOf(address: string) {
  const [, , , last = ''] = new URL(address, 'http://page').pathname.split('/')
  // React Router adds an ending to the address of a page's data.
  return memberLanders.find((each) => each === last.replace(/\.data$/, '')) ?? 'landing'
}

/**
 * Returns the page that an address names: `/faq`.
 * @throws Response 404 for any other address
 */
export function textPageOf(address: string) {
  const [, name = ''] = new URL(address, 'http://page').pathname.toLowerCase().split('/')
  // React Router adds an ending to the address of a page's data.
  const page = textPages.find((each) => each === name.replace(/\.data$/, ''))
  if (!page) throw unknownPage()
  return page
}

/** Returns the slug of a path; null without one, or for what cannot be one: it is unknown (LAND-5). */
export function slugOf({ slug }: { slug?: string | undefined }) {
  return slug !== undefined && isLanderSlug(slug) ? slug : null
}
