import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { landers, landerTextKeys, nicheNames } from '#contract/landers/landers.ts'
import { LanderImages, LanderSlug, LanderTexts } from '#contract/landers/schemas.ts'
import { languages } from '#contract/languages.ts'
import { OPERATOR_PAGE } from '#contract/limits.ts'
import { INTEGER_MAX, UrlInteger } from '#contract/numbers.ts'
import { Country } from '#contract/settings/schemas.ts'

const Lander = z.enum(landers)
const Language = z.enum(languages)
const Id = z.int().positive().max(INTEGER_MAX)
const Version = z.int().nonnegative().max(INTEGER_MAX)
const Niche = z.int().min(1).max(nicheNames.length)

/** The visitors that content is for; null: all. */
const Audience = z.strictObject({
  siteId: Id.nullable(),
  niche: Niche.nullable(),
  slug: LanderSlug.nullable(),
  country: Country.nullable(),
  language: Language.nullable(),
})

export const listLanders = {
  summary: 'What operators have set for landing pages, newest first.',
  query: z.strictObject({ before: UrlInteger.optional() }),
  reply: z.object({
    contents: z
      .array(z.object({ id: Id, lander: Lander, ...Audience.shape, updatedAt: z.iso.datetime() }))
      .max(OPERATOR_PAGE),
    /** Key of the next page. */
    next: Id.nullable(),
  }),
} satisfies EndpointSchemas
export type LanderRow = z.output<typeof listLanders.reply>['contents'][number]

const landerParams = z.strictObject({ lander: Lander })

export const getLanderContent = {
  summary: 'The texts and images of a landing page for some visitors, and what they see without them.',
  params: landerParams,
  query: z.strictObject({
    siteId: UrlInteger.optional(),
    niche: UrlInteger.pipe(Niche).optional(),
    slug: LanderSlug.optional(),
    country: Country.optional(),
    language: Language.optional(),
  }),
  reply: z.object({
    texts: LanderTexts,
    images: LanderImages,
    /** False: nothing is set for these visitors. */
    isOwn: z.boolean(),
    version: Version,
    /** One of the visitors, for a preview. */
    preview: z.object({
      niche: z.enum(nicheNames),
      country: Country,
      language: Language,
      /** Every text of the page as it is without the content. */
      texts: z.partialRecord(z.enum(landerTextKeys), z.string()),
      images: LanderImages,
      /** What every landing page says beside them, by key of the catalogue. */
      common: z.record(z.string().max(40), z.string()),
      /** What the variables of texts stand for. */
      values: z.object({
        site: z.string(),
        country: z.string(),
        name: z.string(),
        age: z.int(),
        region: z.string(),
      }),
    }),
  }),
} satisfies EndpointSchemas

export const changeLanderContent = {
  summary: 'Sets the texts and images of a landing page for some visitors; null: what they have without them.',
  params: landerParams,
  body: z.strictObject({
    audience: Audience,
    content: z.strictObject({ texts: LanderTexts, images: LanderImages }).nullable(),
    /** What the editor has seen: another change meanwhile is an error, so that none is lost (SET-12). */
    expectedVersion: Version,
  }),
  reply: z.object({ version: Version }),
} satisfies EndpointSchemas

export const addLanderImage = {
  summary: 'Stores an image for landing pages. It is deleted later if no content names its path.',
  body: z.strictObject({}),
  reply: z.object({ path: z.string() }),
} satisfies EndpointSchemas
