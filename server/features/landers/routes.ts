import { getLander } from '#contract/landers/calls.ts'
import * as schemas from '#contract/landers/schemas.ts'
import { storageKeyOfPath } from '#contract/landers/lander-images.ts'
import { countryOfVisitor } from '#contract/settings/visitor-country.ts'
import { DAY, SECOND } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { openLander } from './service.ts'
import { landerImageFile } from './image-files.ts'
import { shareImageRoute } from './share-routes.ts'

const YEAR_S = (365 * DAY) / SECOND

export function landersRoutes({ route, app }: Routes, context: AppContext) {
  route(
    getLander,
    schemas.getLander,
    ({ host, visitor, params: { lander }, query: { slug = null, language }, ...call }) => {
      const site = context.sites.of(host)
      const country = countryOfVisitor({ ...site.settings, ...visitor() })
      return openLander(context, { site, lander, slug, country, language: language ?? call.language })
    },
  )
  shareImageRoute({ app }, context)
  landerImageRoute({ app }, context)
}

/** The images that operators have uploaded for landing pages, for everyone. */
function landerImageRoute({ app }: Pick<Routes, 'app'>, { storage }: AppContext) {
  app.get('/lander-images/:file', { schema: { hide: true } }, async ({ url }, reply) => {
    const storageKey = storageKeyOfPath(url)
    const stored = storageKey && (await storage.open(landerImageFile(storageKey)))
    if (!stored) return reply.callNotFound()
    return reply
      .type('image/webp')
      .header('content-length', stored.size)
      .header('cache-control', `public, max-age=${YEAR_S}, immutable`)
      .send(stored.stream)
  })
}
