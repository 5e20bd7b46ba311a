import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { languageCodes } from '#contract/languages.ts'
import {
  LANDER_IMAGES_MAX,
  LANDER_SLUG_MAX_LENGTH,
  LANDER_TEXT_MAX_LENGTH,
  PROMO_PATH_MAX_LENGTH,
} from '#contract/limits.ts'
import { Country } from '#contract/settings/schemas.ts'
import { landers, landerTextKeys, nicheNames, slugPattern } from './landers.ts'

export const LanderSlug = z.string().max(LANDER_SLUG_MAX_LENGTH).regex(slugPattern)

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

export const getLander = {
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
} satisfies EndpointSchemas
