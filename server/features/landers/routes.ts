import { getLander, landerImagePath, landers, type LanderName } from '#contract/landers.ts'
import { DAY, SECOND } from '#contract/time.ts'
import { countryOfVisitor } from '#contract/visitor-country.ts'
import type { AppContext } from '#server/context.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { renderSvgAsJpeg } from '#server/platform/images/render-svg.ts'
import { openLander } from './service.ts'
import { shareImageOf } from './share-images.ts'

export function landersRoutes({ route, app }: Routes, context: AppContext) {
  route(getLander, ({ host, visitor, params: { lander }, query: { slug = null, language }, ...call }) => {
    const site = context.sites.of(host)
    const country = countryOfVisitor({ ...site.settings, ...visitor() })
    return openLander(context, { site, lander, slug, country, language: language ?? call.language })
  })
  shareImageRoute({ app })
}

/** The images of link previews, each rendered when it is first asked for. */
function shareImageRoute({ app }: Pick<Routes, 'app'>) {
  const images = new Map<LanderName, Promise<Buffer>>()

  app.get<{ Params: { file: string } }>('/share/:file', { schema: { hide: true } }, async ({ params }, reply) => {
    const lander = landers.find((name) => landerImagePath(name) === `/share/${params.file}`)
    if (!lander) return reply.callNotFound()
    const image = images.get(lander) ?? renderSvgAsJpeg(shareImageOf(lander), { quality: 85, isFullColour: true })
    images.set(lander, image)
    return reply
      .type('image/jpeg')
      .header('cache-control', `public, max-age=${DAY / SECOND}`)
      .send(await image)
  })
}
