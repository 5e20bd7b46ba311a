import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { LANDER_IMAGES_MAX, LANDER_SLUG_MAX_LENGTH, LANDER_TEXT_MAX_LENGTH, PROMO_PATH_MAX_LENGTH } from './limits.ts'
import type { CountryCode } from './countries.ts'
import { languageCodes, type Language } from './languages.ts'
import { Country } from './settings/settings.ts'

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

const slugPattern = /^[a-z0-9-]+$/

export const LanderSlug = z.string().max(LANDER_SLUG_MAX_LENGTH).regex(slugPattern)

/** Returns whether a part of a path can be the slug of a landing page. */
export function isLanderSlug(text: string) {
  return text.length <= LANDER_SLUG_MAX_LENGTH && slugPattern.test(text)
}

export const LanderTexts = z.partialRecord(z.enum(landerTextKeys), z.string().trim().min(1).max(LANDER_TEXT_MAX_LENGTH))

/** Paths on this site: another host would learn who opens the page. */
export const LanderImages = z
  .array(
    z
      .string()
      .max(PROMO_PATH_MAX_LENGTH)
      .regex(/^\/(?!\/)[\w./-]+$/),
  )
  .max(LANDER_IMAGES_MAX)

export const getLander = endpoint({
  method: 'GET',
  path: '/api/landers/:lander',
  access: 'anyone',
  summary: 'What the operator has set for a landing page, for the niche of the site, the country and the language.',
  params: z.strictObject({ lander: z.enum(landers) }),
  query: z.strictObject({
    slug: LanderSlug.optional(),
    /** Of the page; else that of the caller. */
    language: z.enum(languageCodes).optional(),
  }),
  reply: z.object({
    niche: z.enum(nicheNames),
    country: Country,
    texts: LanderTexts,
    images: LanderImages,
  }),
})
