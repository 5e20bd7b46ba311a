import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { CountryCode } from '#contract/countries.ts'
import { landers, memberLanders, type LanderName } from '#contract/landers/landers.ts'
import { LanderSlug } from '#contract/landers/schemas.ts'
import { languages, type Language } from '#contract/languages.ts'
import { Country } from '#contract/settings/schemas.ts'
import { DAY, SECOND } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import type { Site } from '#server/features/settings/service.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { renderShareImage } from '#server/platform/images/share-image.ts'
import { getOrLoad } from '#server/platform/load-once.ts'
import { textsOf } from '#server/texts.ts'
import { openLander } from './service.ts'
import compositions from './share-images.json' with { type: 'json' }

/** Path and query that `landerImagePath` writes; without a query the image of the default page. */
const Asked = z.object({
  file: z.enum(landers.map((name) => `${name}.jpg` as const)),
  language: z.enum(languages).default('en'),
  country: Country.optional(),
  slug: LanderSlug.optional(),
})

/** Images in memory: those of a few sites, in all their words. */
const MAX_IMAGES = 200

/** The images of link previews of landing pages, each rendered when it is first asked for. */
export function shareImageRoute({ app }: Pick<Routes, 'app'>, context: AppContext) {
  const images = new LRUCache<string, Promise<Buffer>>({ max: MAX_IMAGES })

  app.get('/share/:file', { schema: { hide: true } }, async ({ params, query, hostname }, reply) => {
    const asked = Asked.safeParse({ ...(query as object), ...(params as object) })
    if (!asked.success) return reply.callNotFound()
    const { file, language, slug = null } = asked.data
    const site = context.sites.of(hostname.toLowerCase())
    const country = asked.data.country ?? site.settings.countries[0] ?? 'GB'
    const lander = landers.find((name) => file === `${name}.jpg`) ?? 'gallery'
    const title = await titleOf(context, { site, lander, slug, language, country })
    const words = { title, site: site.settings.name }
    const key = JSON.stringify([lander, words])
    const image = await getOrLoad(images, key, () => renderShareImage(compositions[lander], words))
    return reply
      .type('image/jpeg')
      .header('cache-control', `public, max-age=${DAY / SECOND}`)
      .send(image)
  })
}

interface TitleInput {
  site: Site
  lander: LanderName
  slug: string | null
  language: Language
  country: CountryCode
}

/** Returns a page's title as visitors read it; for one about a member, who is unknown here, the niche's. */
async function titleOf(context: AppContext, input: TitleInput) {
  const { site, lander, language, country } = input
  const { texts, niche } = await openLander(context, input)
  const { pages, niches } = textsOf('landers', language)
  const values: Record<string, string> = {
    site: site.settings.name,
    country: new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country,
  }
  const isAboutMember = memberLanders.some((name) => name === lander)
  const title = isAboutMember ? (texts.kicker ?? niches[niche].kicker) : (texts.title ?? pages[lander].title)
  // Its title is the beginning of several sentences.
  const rest = lander === 'transitionsvideolanding' ? ` ${texts.one ?? pages[lander].one}` : ''
  return (title + rest).replaceAll(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all)
}
