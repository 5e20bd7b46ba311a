import { getLander } from '#contract/landers/calls.ts'
import * as schemas from '#contract/landers/schemas.ts'
import { countryOfVisitor } from '#contract/settings/visitor-country.ts'
import type { AppContext } from '#server/context.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { openLander } from './service.ts'
import { landerImageRoute } from './image-routes.ts'
import { shareImageRoute } from './share-routes.ts'

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
