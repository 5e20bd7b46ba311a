import type { CountryCode } from '#contract/countries.ts'
import type { Language } from '#contract/languages.ts'
import { LANDER_SLUG_MAX_LENGTH } from '#contract/limits.ts'

/** Landing pages for a campaign, by the name in their path: `/landers/{name}`. */
export const campaignLanders = [
  'tinderswipe',
  'alonetonight',
  'collagelanding',
  'gallery',
  'iconslanding',
  'maplanding',
  'socialnetwork',
  'transitionsvideolanding',
  'video',
] as const

/** Landing pages about one member: `/members/{id}/{name}`. */
export const memberLanders = ['landing', 'landing2', 'landing3'] as const

export const landers = [...campaignLanders, ...memberLanders] as const
export type LanderName = (typeof landers)[number]

/** Whose words the image of a landing page has: those of its visitors. */
export interface LanderImageQuery {
  language: Language
  country: CountryCode
  slug?: string | undefined
}

/** Returns the path of the image that link previews show of a landing page. */
export function landerImagePath(lander: LanderName, { language, country, slug }: LanderImageQuery) {
  return `/share/${lander}.jpg?language=${language}&country=${country}${slug ? `&slug=${slug}` : ''}`
}

/** Names of the niches 1 to 7 (LAND-1). */
export const nicheNames = ['plain', 'she', 'bdsm', 'bbw', 'gilf', 'milf', 'gay'] as const
export type NicheName = (typeof nicheNames)[number]

/** The texts of a landing page. Which of the numbered ones a page has depends on its idea. */
export const landerTextKeys = [
  'kicker',
  'title',
  'lead',
  'action',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
] as const
export type LanderTextKey = (typeof landerTextKeys)[number]

export const slugPattern = /^[a-z0-9-]+$/

/** Returns whether a part of a path can be the slug of a landing page. */
export function isLanderSlug(text: string) {
  return text.length <= LANDER_SLUG_MAX_LENGTH && slugPattern.test(text)
}
